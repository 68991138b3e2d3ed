import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundsOf, checkTxn, compareKeys, prefixEnd, within } from './keys.ts'

const key = fc.string({
  unit: fc.constantFrom(
    'a',
    'b',
    '/',
    '\u0000',
    '\ud7ff',
    '\ue000',
    '\uffff',
    '\u{10000}',
    '\u{1f600}',
    '\u{10ffff}',
  ),
})
const order = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

describe('compareKeys', () => {
  it('orders strings as their UTF-8 bytes are ordered', () => {
    fc.assert(
      fc.property(key, key, (a, b) => Math.sign(compareKeys(a, b)) === order(a, b)),
      { numRuns: 5_000 },
    )
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'binary' }),
        (a, b) => Math.sign(compareKeys(a, b)) === order(a, b),
      ),
    )
  })
})

describe('prefixEnd', () => {
  it('bounds exactly what starts with the prefix', () => {
    fc.assert(
      fc.property(key, key, (prefix, other) => within(boundsOf(prefix), other) === other.startsWith(prefix)),
      { numRuns: 5_000 },
    )
  })

  it('skips surrogates and has no end after the last code point', () => {
    expect([
      prefixEnd('a'),
      prefixEnd('\ud7ff'),
      prefixEnd('a\u{10ffff}'),
      prefixEnd('\u{10ffff}'),
      prefixEnd(''),
    ]).toEqual(['b', '\ue000', 'b', undefined, undefined])
  })
})

describe('checkTxn', () => {
  it('refuses an empty, a broken and a doubled key by name', () => {
    expect(() => checkTxn([], [{ do: 'delete', key: '' }])).toThrow('cannot use an empty key')
    expect(() => checkTxn([{ on: 'absent', key: '\udc00' }], [])).toThrow('not a well-formed string')
    const twice = { do: 'delete', key: 'a' } as const
    expect(() => checkTxn([], [twice, twice])).toThrow('key "a" is changed twice')
  })
})
