import { describe, expect, it } from 'vitest'
import { messageOf, ReeveError } from './reeve-error.ts'

class DoorStuck extends ReeveError {
  readonly code = 'DOOR_STUCK'
}

describe('ReeveError', () => {
  it('carries code, cause, hint and whether to try again', () => {
    const cause = new Error('rust')
    const error = new DoorStuck('cannot open door: rust', { cause, retryable: true, hint: 'oil it' })
    expect(error).toMatchObject({
      name: 'DoorStuck',
      code: 'DOOR_STUCK',
      retryable: true,
      hint: 'oil it',
      cause,
    })
  })

  it('is not worth trying again unless it says so', () => {
    expect(new DoorStuck('cannot open door').retryable).toBe(false)
  })
})

describe('messageOf', () => {
  it('finds words in whatever was thrown', () => {
    expect([new Error('a'), 'b', 3, undefined].map(messageOf)).toEqual(['a', 'b', '3', 'undefined'])
  })
})
