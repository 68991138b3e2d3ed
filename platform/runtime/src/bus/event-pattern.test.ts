import { describe, expect, it } from 'vitest'
import { EventPatternError, eventPattern } from './event-pattern.ts'

describe('eventPattern', () => {
  it.each([
    ['io.example.device.created', 'io.example.device.created', true],
    ['io.example.device.created', 'io.example.device.deleted', false],
    ['io.example.*.created', 'io.example.device.created', true],
    ['io.example.*', 'io.example.device.created', false],
    ['*', 'created', true],
    ['io.example.device.**', 'io.example.device.created', true],
    ['io.example.device.**', 'io.example.device.power.lost', true],
    ['io.example.device.**', 'io.example.device', false],
    ['io.example.device.**', 'io.example.devices.created', false],
    ['io.*.device.**', 'io.example.device.created', true],
    ['**', 'anything.at.all', true],
    ['**', 'one', true],
  ])('%s and %s: %s (F38, F39, F40)', (pattern, type, matches) => {
    expect(eventPattern(pattern)(type)).toBe(matches)
  })

  it.each(['', 'a..b', 'a.**.b', 'a.b*', '.a', 'a.***'])('refuses %j', (pattern) => {
    expect(() => eventPattern(pattern)).toThrow(EventPatternError)
  })
})
