import { seededRandom, VirtualClock } from '@reeve/testing'
import { describe, expect, it } from 'vitest'
import { UnreachableError } from '../errors/errors.ts'
import { type Retry, retryingTransport } from './retrying-transport.ts'
import type { Transport, TransportAnswer } from './transport.ts'

type Step = Error | { readonly status: number; readonly after?: string; readonly text?: string }

/** Answers with one step after the other, and counts what it was asked. */
function scripted(...steps: readonly Step[]): Transport & { readonly asked: string[] } {
  const left = [...steps]
  const asked: string[] = []
  const close = async (): Promise<void> => {}
  return {
    asked,
    request: async ({ method }): Promise<TransportAnswer> => {
      asked.push(method)
      const step = left.shift() ?? { status: 200 }
      if (step instanceof Error) throw step
      const headers = step.after === undefined ? {} : { 'retry-after': step.after }
      return { status: step.status, headers, body: { type: 'whole', content: step.text ?? '' } }
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

async function run(method: string, ...steps: readonly Step[]) {
  const clock = new VirtualClock()
  const waits: Retry[] = []
  const transport = scripted(...steps)
  const retrying = retryingTransport(transport, {
    clock,
    random: seededRandom(1),
    retried: (retry) => void waits.push(retry),
  })
  const outcome = retrying.request({ method, path: '/' }).then(
    ({ status }) => status,
    (error) => error,
  )
  await clock.advance(600_000)
  return { outcome: await outcome, asked: transport.asked.length, waits: waits.map(({ waitMs }) => waitMs) }
}

const cut = new UnreachableError('x', { cause: 'cut' })
const refused = new UnreachableError('x', { cause: 'refused', unsent: true })

describe('retryingTransport', () => {
  it('waits at least as long as the server asks for, whatever was asked', async () => {
    const { outcome, asked, waits } = await run(
      'POST',
      { status: 429, after: '3' },
      { status: 503, after: '1' },
    )
    expect([outcome, asked]).toEqual([200, 3])
    expect(waits[0]).toBeGreaterThanOrEqual(3_000)
    expect(waits[1]).toBeGreaterThanOrEqual(1_000)
  })

  it('reads the wish of a server that puts it into the status', async () => {
    const text = JSON.stringify({ kind: 'Status', details: { retryAfterSeconds: 2 } })
    const { outcome, waits } = await run('PUT', { status: 500, text })
    expect(outcome).toBe(200)
    expect(waits[0]).toBeGreaterThanOrEqual(2_000)
  })

  it('hands on a refusal that names no time: an eviction may never be allowed', async () => {
    expect(await run('POST', { status: 429 })).toMatchObject({ outcome: 429, asked: 1 })
    expect(await run('PATCH', { status: 504 })).toMatchObject({ outcome: 504, asked: 1 })
  })

  it('reads again after a fault of the moment, each time later', async () => {
    const { outcome, asked, waits } = await run('GET', { status: 500 }, cut, { status: 504 }, { status: 429 })
    expect([outcome, asked]).toEqual([200, 5])
    for (const [at, wait] of waits.entries()) {
      expect(wait).toBeGreaterThanOrEqual(50 * 2 ** at)
      expect(wait).toBeLessThan(100 * 2 ** at)
    }
  })

  it('repeats a write only if it never left', async () => {
    expect(await run('POST', cut)).toMatchObject({ outcome: cut, asked: 1 })
    expect(await run('POST', refused)).toMatchObject({ outcome: 200, asked: 2 })
  })

  it('gives up after ten', async () => {
    const { outcome, asked } = await run('GET', ...Array.from({ length: 20 }, () => ({ status: 503 })))
    expect([outcome, asked]).toEqual([503, 10])
  })

  it('stops waiting when it is no longer wanted', async () => {
    const clock = new VirtualClock()
    const retrying = retryingTransport(scripted({ status: 429, after: '60' }), { clock })
    const stop = new AbortController()
    const outcome = retrying.request({ method: 'GET', path: '/', signal: stop.signal })
    await clock.advance(10)
    stop.abort(new Error('enough'))
    await expect(outcome).rejects.toThrow('enough')
    expect(clock.timers).toBe(0)
  })

  it('hands on at once what asking again cannot change', async () => {
    expect(await run('GET', { status: 404, after: '1' })).toMatchObject({ outcome: 404, asked: 1 })
  })
})
