import { expect, it } from 'vitest'
import { cronError } from './cron-error.ts'

it.each(['*/5 * * * *', '0 0 1 jan mon', '@hourly', '@every 1h30m', '1,2,3-5 ? * * *', '5/10 * * * *'])(
  'takes %s',
  (schedule) => {
    expect(cronError(schedule)).toBeUndefined()
  },
)

it.each([
  ['* * * *', 'expected exactly 5 fields, found 4: [* * * *]'],
  ['60 * * * *', 'end of range (60) above maximum (59): 60'],
  ['* * 0 * *', 'beginning of range (0) below minimum (1): 0'],
  ['5-1 * * * *', 'beginning of range (5) beyond end of range (1): 5-1'],
  ['*/0 * * * *', 'step of range should be a positive number: */0'],
  ['x * * * *', 'failed to parse int from x: strconv.Atoi: parsing "x": invalid syntax'],
  ['@foo', 'unrecognized descriptor: @foo'],
])('refuses %s', (schedule, words) => {
  expect(cronError(schedule)).toBe(words)
})
