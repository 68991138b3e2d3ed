import { describe, expect, it } from 'vitest'
import { CelBudget } from '../cel-budget.ts'
import { celValue, jsonOf } from '../cel-value.ts'
import { compileExpression } from '../compile-expression.ts'
import { CelList } from './cel-list.ts'
import { BuiltMap } from './cel-map.ts'

const LIST = { kind: 'list', of: { kind: 'int' } } as const

function answer(text: string, length: number) {
  const json = Array.from({ length }, (_, at) => at)
  const program = compileExpression(text, { variables: { self: LIST } })
  return jsonOf(program.evaluate({ self: celValue(json, LIST) }, new CelBudget({ perCall: 1e9 })))
}

describe('values that grow', () => {
  it('stay as they were when longer ones are made from them', () => {
    const two = CelList.of([1n]).plus(CelList.of([2n]))
    const three = two.plus(CelList.of([3n]))
    const other = two.plus(CelList.of([4n]))
    expect([two, three, other].map((list) => jsonOf(list))).toEqual([
      [1, 2],
      [1, 2, 3],
      [1, 2, 4],
    ])
    const one = new BuiltMap([['a', 1n]])
    const more = one.plus([['b', 2n]])
    const another = one.plus([['c', 3n]])
    expect([one, more, another].map((map) => jsonOf(map))).toEqual([{ a: 1 }, { a: 1, b: 2 }, { a: 1, c: 3 }])
    expect(one.get('b')).toBeUndefined()
  })

  it('take as many items as a loop may add', () => {
    expect(answer('self.map(x, x + 1).filter(x, x > 5).sum()', 50_000)).toBe(1_250_024_985)
    expect(answer('self.transformMap(i, v, v).size()', 20_000)).toBe(20_000)
  })

  it('start anew with every evaluation', () => {
    const program = compileExpression(
      '[1, 2].transformMap(i, v, v) == {0: 1, 1: 2} && [1].map(x, x) == [1]',
      {
        variables: {},
      },
    )
    expect([1, 2, 3].map(() => program.evaluate({}, new CelBudget()))).toEqual([true, true, true])
  })
})
