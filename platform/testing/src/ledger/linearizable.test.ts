import { describe, expect, it } from 'vitest'
import { isLinearizable, type Operation, type RegisterAction } from './linearizable.ts'

const at = (
  client: number,
  called: number,
  returned: number | undefined,
  action: RegisterAction,
): Operation => ({
  client,
  called,
  ...(returned === undefined ? {} : { returned }),
  action,
})
const put = (value: string): RegisterAction => ({ type: 'put', value })
const get = (found: string | undefined): RegisterAction => ({ type: 'get', found })
const swap = (expected: string | undefined, value: string, ok: boolean): RegisterAction => ({
  type: 'swap',
  expected,
  value,
  ok,
})

describe('isLinearizable', () => {
  it('accepts reads on either side of a write that overlaps them', () => {
    expect(isLinearizable([at(1, 0, 10, put('a')), at(2, 1, 3, get(undefined)), at(2, 4, 6, get('a'))])).toBe(
      true,
    )
  })

  it('refuses a read that goes back', () => {
    expect(isLinearizable([at(1, 0, 10, put('a')), at(2, 1, 3, get('a')), at(2, 4, 6, get(undefined))])).toBe(
      false,
    )
  })

  it('refuses a stale read after the write was answered', () => {
    expect(isLinearizable([at(1, 0, 1, put('a')), at(1, 2, 3, put('b')), at(2, 4, 5, get('a'))])).toBe(false)
  })

  it('refuses two winners of one swap', () => {
    expect(
      isLinearizable([at(1, 0, 5, swap(undefined, 'a', true)), at(2, 0, 5, swap(undefined, 'b', true))]),
    ).toBe(false)
    expect(
      isLinearizable([at(1, 0, 5, swap(undefined, 'a', true)), at(2, 0, 5, swap(undefined, 'b', false))]),
    ).toBe(true)
  })

  it('refuses a lost write', () => {
    expect(isLinearizable([at(1, 0, 1, put('a')), at(2, 2, 3, get(undefined))])).toBe(false)
  })

  it('lets an operation without an answer have happened or not', () => {
    const unknown = at(1, 0, undefined, put('a'))
    expect(isLinearizable([unknown, at(2, 5, 6, get('a'))])).toBe(true)
    expect(isLinearizable([unknown, at(2, 5, 6, get(undefined))])).toBe(true)
    expect(isLinearizable([unknown, at(2, 5, 6, get('a')), at(2, 7, 8, get(undefined))])).toBe(false)
  })
})
