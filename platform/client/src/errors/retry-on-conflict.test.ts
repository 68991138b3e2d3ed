import { seededRandom, VirtualClock } from '@reeve/testing'
import { describe, expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import {
  isAlreadyExists,
  isConflict,
  isExpired,
  isInvalid,
  isNotFound,
  isTooLargeVersion,
} from './error-reasons.ts'
import { retryOnConflict } from './retry-on-conflict.ts'
import type { Status } from './status.ts'

const refused = (code: number, status: Partial<Status> = {}): ApiError =>
  new ApiError({ action: 'update X a', status: { kind: 'Status', apiVersion: 'v1', ...status }, code })

describe('retryOnConflict', () => {
  const run = async (outcomes: readonly unknown[]) => {
    const clock = new VirtualClock()
    let tries = 0
    const outcome = retryOnConflict(
      async () => {
        const next = outcomes[tries]
        tries += 1
        if (next instanceof Error) throw next
        return next
      },
      { clock, random: seededRandom(1) },
    ).catch((error) => error)
    await clock.advance(10_000)
    return { outcome: await outcome, tries }
  }

  it('acts again for as long as someone else is faster, up to a limit', async () => {
    expect(await run([refused(409), refused(409), 'done'])).toEqual({ outcome: 'done', tries: 3 })
    expect((await run(Array(9).fill(refused(409)))).tries).toBe(5)
  })

  it('hands on every other failure at once', async () => {
    expect(await run([refused(404), 'done'])).toMatchObject({ outcome: { status: 404 }, tries: 1 })
    const exists = refused(409, { reason: 'AlreadyExists' })
    expect(await run([exists, 'done'])).toMatchObject({ outcome: exists, tries: 1 })
  })
})

describe('ApiError', () => {
  it('is told apart by its reason, and by its status where a proxy gave none', () => {
    expect(isNotFound(refused(404))).toBe(true)
    expect(isConflict(refused(409))).toBe(true)
    expect(isAlreadyExists(refused(409, { reason: 'AlreadyExists' }))).toBe(true)
    expect(isConflict(refused(409, { reason: 'AlreadyExists' }))).toBe(false)
    expect([isExpired(refused(410)), isExpired(refused(410, { reason: 'Expired' }))]).toEqual([true, true])
    expect(isInvalid(refused(422))).toBe(true)
    const causes = [{ reason: 'ResourceVersionTooLarge' }]
    expect(isTooLargeVersion(refused(504, { reason: 'Timeout', details: { causes } }))).toBe(true)
    expect(isNotFound(new Error('not found'))).toBe(false)
  })

  it('says whether the same may pass later', () => {
    expect([429, 500, 503].map((code) => refused(code).retryable)).toEqual([true, true, true])
    expect([400, 404, 409, 422].map((code) => refused(code).retryable)).toEqual([false, false, false, false])
    expect(refused(404).message).toBe('cannot update X a: the server answered 404')
  })
})
