import { describe, expect, it } from 'vitest'
import { BusClosedError, BusFullError } from '../bus/memory-event-bus.ts'
import { TerminalError } from '../errors.ts'
import { errorOutcome, isPermanent, isTransient } from './error-outcome.ts'

const withFacts = (facts: object): Error => Object.assign(new Error('x'), facts)

describe('errorOutcome', () => {
  it.each([
    ['a lost connection', withFacts({ code: 'ECONNRESET' }), 'retry'],
    ['a conflict', withFacts({ status: 409 }), 'retry'],
    ['too many requests', withFacts({ status: 429 }), 'retry'],
    ['trouble of the server', withFacts({ status: 503 }), 'retry'],
    ['an error of ours that may pass', new BusFullError('a', 1), 'retry'],
    ['anything unknown', new Error('x'), 'retry'],
    ['nothing', undefined, 'retry'],
    ['a refused object', withFacts({ status: 422 }), 'fail'],
    ['a missing right', withFacts({ status: 403 }), 'fail'],
    ['an error of ours that stays', new BusClosedError('a'), 'fail'],
    ['a terminal error', new TerminalError('no'), 'fail'],
    ['something that is not there', withFacts({ status: 404 }), 'done'],
  ])('takes %s as it is meant (S38, S39, S40, S41)', (_, error, next) => {
    expect(errorOutcome(error).next).toBe(next)
    if (next !== 'done') expect(isTransient(error)).toBe(next === 'retry')
    expect(isPermanent(error)).toBe(!isTransient(error))
  })
})
