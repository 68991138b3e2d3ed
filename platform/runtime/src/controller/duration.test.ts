import { describe, expect, it } from 'vitest'
import { OptionError } from '../errors.ts'
import { type Duration, millisecondsOf } from './duration.ts'

describe('millisecondsOf', () => {
  it.each<[Duration, number]>([
    [0, 0],
    [250, 250],
    ['250ms', 250],
    ['30s', 30_000],
    ['5m', 300_000],
    ['1.5h', 5_400_000],
    ['30d', 2_592_000_000],
  ])('reads %s as %d ms', (duration, ms) => {
    expect(millisecondsOf(duration)).toBe(ms)
  })

  it.each(['5', '-5m', 'm', '5 minutes', '5M', ''])('refuses %j', (text) => {
    expect(() => millisecondsOf(text as Duration)).toThrow(OptionError)
  })

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY])('refuses %d', (ms) => {
    expect(() => millisecondsOf(ms)).toThrow(OptionError)
  })
})
