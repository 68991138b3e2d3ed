import { describe, expect, it } from 'vitest'
import type { JsonValue } from './json-value.ts'
import { memberOf } from './member-of.ts'
import { setMember } from './set-member.ts'

describe('memberOf', () => {
  it('does not take what every object inherits for a member', () => {
    expect(memberOf({}, 'constructor')).toBeUndefined()
    expect(memberOf({ constructor: 1 }, 'constructor')).toBe(1)
  })
})

describe('setMember', () => {
  it('makes __proto__ a member like any other', () => {
    const object: Record<string, JsonValue> = {}
    setMember(object, '__proto__', { polluted: true })
    expect(memberOf(object, '__proto__')).toEqual({ polluted: true })
    expect(object.polluted).toBeUndefined()
    expect(Object.keys(object)).toEqual(['__proto__'])
  })
})
