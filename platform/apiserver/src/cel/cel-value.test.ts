import { describe, expect, it } from 'vitest'
import { CelBudget } from './cel-budget.ts'
import { BOOL, type CelType, DYN, INT, STRING } from './cel-type.ts'
import { celValue, jsonOf } from './cel-value.ts'
import { compileExpression } from './compile-expression.ts'

const NAMED: CelType = { kind: 'object', name: 'named', fields: { name: STRING, port: INT } }
const SELF: CelType = {
  kind: 'object',
  name: 'self',
  fields: {
    count: INT,
    note: STRING,
    'a-b': INT,
    set: { kind: 'list', of: STRING, listed: 'set' },
    byName: { kind: 'list', of: NAMED, listed: { keys: ['name'] } },
    when: { kind: 'timestamp' },
    wait: { kind: 'duration' },
    bytes: { kind: 'bytes' },
  },
}

function answer(text: string, json: Parameters<typeof celValue>[0], type: CelType = SELF) {
  const program = compileExpression(text, { variables: { self: type } })
  return jsonOf(program.evaluate({ self: celValue(json, type) }, new CelBudget()))
}

describe('celValue', () => {
  it('makes no value of a member before an expression asks for it', () => {
    const untouched = {
      get count(): number {
        throw new Error('looked at')
      },
      note: 'x',
    }
    expect(answer('self.note', untouched)).toBe('x')
    expect(() => answer('self.count', untouched)).toThrow('looked at')
  })

  it('keeps whole numbers of 64 bits exact', () => {
    expect(answer('self.count + 1', { count: 9223372036854775806n })).toBe(9223372036854775807n)
  })

  it('takes a field that is null for one that is absent', () => {
    expect(answer('has(self.note)', { note: null })).toBe(false)
    expect(() => answer('self.note', { note: null })).toThrow('no such key: note')
  })

  it('hides fields that the type does not name, but compares them', () => {
    const program = compileExpression('self == other', { variables: { self: SELF, other: SELF } })
    const same = (a: number, b: number) =>
      program.evaluate(
        { self: celValue({ hidden: { n: a } }, SELF), other: celValue({ hidden: { n: b } }, SELF) },
        new CelBudget(),
      )
    expect(same(1, 1)).toBe(true)
    expect(same(1, 2)).toBe(false)
    expect(answer('self.map(k, k)', { count: 1, hidden: 2 }, { kind: 'map', key: STRING, of: INT })).toEqual([
      'count',
      'hidden',
    ])
  })

  it('reads names as Kubernetes escapes them', () => {
    expect(answer('self.a__dash__b', { 'a-b': 4 })).toBe(4)
  })

  it('compares and joins lists by how they are listed', () => {
    const json = { set: ['a', 'b'], byName: [{ name: 'x', port: 1 }, { name: 'y' }] }
    expect(answer("self.set == ['b', 'a']", json)).toBe(true)
    expect(answer("self.set + ['b', 'c']", json)).toEqual(['a', 'b', 'c'])
    expect(answer('self.byName == [self.byName[1], self.byName[0]]', json)).toBe(true)
    expect(answer('(self.byName + self.byName).size()', json)).toBe(2)
  })

  it('reads strings with a format as what they stand for', () => {
    const json = { when: '2024-02-29', wait: '3 days', bytes: 'aGk=' }
    expect(answer('self.when.getDate()', json)).toBe(29)
    expect(answer("self.wait == duration('72h')", json)).toBe(true)
    expect(answer("self.bytes == b'hi'", json)).toBe(true)
  })

  it('sees JSON without a type as it is: whole numbers are ints', () => {
    const json = { n: 5, f: 1.5, list: [{ a: null }] }
    expect(answer('self.n + 1', json, DYN)).toBe(6)
    expect(answer('self.f * 2.0', json, DYN)).toBe(3)
    expect(answer('self.list[0].a == null && has(self.list[0].a)', json, DYN)).toBe(true)
  })

  it('refuses data that is not of its type', () => {
    expect(() => celValue('x', INT)).toThrow('invalid data, expected int, got string')
    expect(() => celValue(1, BOOL)).toThrow('invalid data, expected bool, got int64')
  })
})
