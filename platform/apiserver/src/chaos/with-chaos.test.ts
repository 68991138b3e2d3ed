import { type LogFields, silentLogger } from '@reeve/ground'
import { openMemoryLedger } from '@reeve/ledger'
import { VirtualClock } from '@reeve/testing'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../json/json-value.ts'
import type { ApiAnswer, ApiRequest } from '../server/api-request.ts'
import { startControlPlane } from '../server/control-plane.ts'
import type { ChaosRates } from './chaos-rates.ts'
import { type Handle, withChaos } from './with-chaos.ts'

const MAPS = '/api/v1/namespaces/default/configmaps'
const QUIET: ChaosRates = {
  slow: 0,
  slowMs: 0,
  tooMany: 0,
  unavailable: 0,
  internal: 0,
  lostAnswer: 0,
  conflict: 0,
  expired: 0,
  cut: 0,
  cutMs: 1_000,
  cutEvents: 5,
  delay: 0,
  delayMs: 0,
  duplicate: 0,
  mostInARow: 3,
}

const asked = (method: string, url: string, body?: unknown): ApiRequest => {
  const { pathname, searchParams } = new URL(url, 'https://x')
  return {
    method,
    path: pathname,
    query: searchParams,
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: new TextEncoder().encode(body === undefined ? '' : JSON.stringify(body)),
    signal: new AbortController().signal,
  }
}

const event = (type: string, name: string, version: number): JsonObject => ({
  type,
  object: { metadata: { name, resourceVersion: String(version) } },
})

async function* endless(events: readonly JsonObject[], signal: AbortSignal): AsyncGenerator<JsonObject> {
  yield* events
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
}

const statusOf = (answer: ApiAnswer): number => (answer.type === 'stream' ? 200 : answer.status)

describe('withChaos', () => {
  const clock = new VirtualClock()
  const chaotic = (handle: Handle, rates: Partial<ChaosRates>, seed = '1') => {
    const faults: string[] = []
    const warn = (_words: string, fields: LogFields = {}): void => void faults.push(String(fields.fault))
    const logger = { ...silentLogger, warn }
    return { handle: withChaos(handle, { seed, rates: { ...QUIET, ...rates }, clock, logger }), faults }
  }
  const fine: Handle = async () => ({ type: 'object', status: 200, object: {} })

  it.each([
    ['tooMany', 429, 'too-many', '1'],
    ['unavailable', 503, 'unavailable', '1'],
    ['internal', 500, 'internal', undefined],
  ] as const)('refuses by %s with %i before anything is done', async (rate, status, fault, retry) => {
    let done = 0
    const { handle, faults } = chaotic(
      async () => {
        done += 1
        return { type: 'object', status: 200, object: {} }
      },
      { [rate]: 1 },
    )
    const answer = await handle(asked('POST', MAPS, {}))
    expect(answer).toMatchObject({ status, headers: { 'x-reeve-chaos': fault } })
    expect((answer as { headers: Record<string, string> }).headers['retry-after']).toBe(retry)
    expect([done, faults]).toEqual([0, [fault]])
  })

  it('conflicts only with writes that name a version', async () => {
    const { handle } = chaotic(fine, { conflict: 1 })
    const at = (resourceVersion?: string) => ({ metadata: { name: 'a', resourceVersion } })
    expect(await handle(asked('PUT', `${MAPS}/a`, at('7')))).toMatchObject({
      status: 409,
      object: {
        reason: 'Conflict',
        message:
          'Operation cannot be fulfilled on configmaps "a": the object has been modified; please apply your changes to the latest version and try again',
      },
    })
    expect(statusOf(await handle(asked('PUT', `${MAPS}/a`, at())))).toBe(200)
    expect(statusOf(await handle(asked('PUT', `${MAPS}/b`, 'no object')))).toBe(200)
    expect(statusOf(await handle(asked('DELETE', `${MAPS}/a`)))).toBe(200)
  })

  it('does a write whose answer it loses', async () => {
    let done = 0
    const { handle } = chaotic(
      async () => {
        done += 1
        return { type: 'object', status: 201, object: {} }
      },
      { lostAnswer: 1 },
    )
    expect(statusOf(await handle(asked('POST', MAPS, {})))).toBe(504)
    expect(done).toBe(1)
    expect(statusOf(await handle(asked('GET', MAPS)))).toBe(201)
  })

  it('turns away watches from a version, and only those', async () => {
    const { handle } = chaotic(fine, { expired: 1 })
    const status = async (query: string) => statusOf(await handle(asked('GET', `${MAPS}?${query}`)))
    expect(await status('watch=true&resourceVersion=5')).toBe(410)
    expect(await status('continue=abc')).toBe(410)
    expect(await status('watch=true')).toBe(200)
    expect(await status('watch=true&resourceVersion=0')).toBe(200)
    expect(await status('resourceVersion=5')).toBe(200)
  })

  it('lets a request through after three refusals in a row', async () => {
    const { handle } = chaotic(fine, { tooMany: 1 })
    const statuses: number[] = []
    for (let at = 0; at < 8; at += 1) statuses.push(statusOf(await handle(asked('GET', MAPS))))
    expect(statuses).toEqual([429, 429, 429, 200, 429, 429, 429, 200])
  })

  it('tells the truth to whoever asks whether the server lives', async () => {
    const { handle } = chaotic(fine, { tooMany: 1 })
    for (const path of ['/healthz', '/livez/ping', '/readyz', '/version'])
      expect(statusOf(await handle(asked('GET', path)))).toBe(200)
  })

  it('ends watches in every way that a server may, after a part of what there was', async () => {
    const all = Array.from({ length: 5 }, (_, at) => event('ADDED', `n${at}`, at + 1))
    const ends = new Set<string>()
    for (let seed = 0; seed < 20; seed += 1) {
      const { handle } = chaotic(
        async ({ signal }) => ({ type: 'stream', events: endless(all, signal) }),
        { cut: 1 },
        String(seed),
      )
      const { seen, end } = await watched(handle, clock)
      expect(seen).toEqual(all.slice(0, seen.length))
      ends.add(end)
    }
    expect([...ends].sort()).toEqual(['broken', 'ended', 'expired'])
  })

  it('tells events late or twice, but none before an older one of its object', async () => {
    const all = Array.from({ length: 30 }, (_, at) => event(at === 29 ? 'BOOKMARK' : 'MODIFIED', 'a', at + 1))
    const { handle, faults } = chaotic(async () => ({ type: 'stream', events: finite(all) }), {
      delay: 0.5,
      delayMs: 100,
      duplicate: 0.5,
    })
    const { seen } = await watched(handle, clock)
    const versions = seen.map(versionOf)
    expect(versions).toEqual([...versions].sort((a, b) => a - b))
    expect([...new Set(versions)]).toEqual(all.map(versionOf))
    expect(seen.length).toBeGreaterThan(all.length)
    expect(seen.filter(({ type }) => type === 'BOOKMARK')).toHaveLength(1)
    expect(new Set(faults)).toEqual(new Set(['event-delayed', 'event-duplicated']))
  })

  it('puts in the same faults for the same seed and requests, others for another seed', async () => {
    const rates = { tooMany: 0.2, unavailable: 0.2, conflict: 0.3, slow: 0.2, slowMs: 10 }
    const run = async (seed: string) => {
      const { handle, faults } = chaotic(fine, rates, seed)
      for (let at = 0; at < 40; at += 1) {
        const answer = handle(asked('PUT', `${MAPS}/m${at % 4}`, { metadata: { resourceVersion: '1' } }))
        await clock.advance(10)
        faults.push(String(statusOf(await answer)))
      }
      return faults.join(' ')
    }
    expect(await run('a')).toBe(await run('a'))
    expect(await run('a')).not.toBe(await run('b'))
  })

  it('leaves a naive client that lists and watches again with the truth', async () => {
    const ledger = openMemoryLedger({ clock })
    const plane = await startControlPlane({ ledger, clock })
    const { handle, faults } = chaotic(plane.handle, {
      tooMany: 0.1,
      unavailable: 0.1,
      internal: 0.05,
      lostAnswer: 0.05,
      conflict: 0.3,
      expired: 0.3,
      cut: 1,
      duplicate: 0.3,
      delay: 0.2,
      delayMs: 50,
    })
    const done = new AbortController()
    const cache = new Map<string, string>()
    const watching = follow(handle, cache, done.signal)
    const writing = (async () => {
      for (let at = 0; at < 40; at += 1) await put(handle, `m${at % 5}`, String(at))
    })()
    let finished = false
    void writing.then(() => {
      finished = true
    })
    while (!finished) await clock.advance(20)
    const truth = await plane.handle(asked('GET', MAPS))
    const items = (truth as unknown as { object: { items: JsonObject[] } }).object.items
    const expected = new Map(items.map((item) => [nameOf(item), (item.data as { v?: string }).v ?? '']))
    for (
      let at = 0;
      at < 400 && JSON.stringify([...cache].sort()) !== JSON.stringify([...expected].sort());
      at += 1
    )
      await clock.advance(50)
    expect([...cache].sort()).toEqual([...expected].sort())
    expect(expected.get('m4')).toBe('39')
    expect(faults.length).toBeGreaterThan(20)
    done.abort()
    while (!(await Promise.race([watching.then(() => true), clock.advance(1_000).then(() => false)])));
    await plane.close()
    await ledger.close()
  })
})

async function* finite(events: readonly JsonObject[]): AsyncGenerator<JsonObject> {
  yield* events
}

const versionOf = ({ object }: JsonObject): number =>
  Number((object as { metadata: { resourceVersion: string } }).metadata.resourceVersion)

const nameOf = (object: JsonObject): string => (object.metadata as { name: string }).name

async function watched(handle: Handle, clock: VirtualClock) {
  const answer = await handle(asked('GET', `${MAPS}?watch=true`))
  if (answer.type !== 'stream') throw new Error('no stream')
  const seen: JsonObject[] = []
  let end: string | undefined
  const reading = (async () => {
    for await (const item of answer.events) {
      if (item.type === 'ERROR') return 'expired'
      seen.push(item)
    }
    return 'ended'
  })()
  void reading.then(
    (how) => {
      end = how
    },
    () => {
      end = 'broken'
    },
  )
  while (end === undefined) await clock.advance(50)
  return { seen, end }
}

/** Makes or changes an object, trying again as long as it is refused. */
async function put(handle: Handle, name: string, v: string): Promise<void> {
  for (;;) {
    const got = await handle(asked('GET', `${MAPS}/${name}`))
    if (got.type !== 'object' || ![200, 404].includes(got.status)) continue
    const metadata = got.status === 404 ? { name } : (got.object.metadata as JsonObject)
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { v } }
    const answer =
      got.status === 404
        ? await handle(asked('POST', MAPS, object))
        : await handle(asked('PUT', `${MAPS}/${name}`, object))
    if (statusOf(answer) < 300) return
  }
}

/** Lists, then watches from there; lists again whenever anything is odd. */
async function follow(handle: Handle, cache: Map<string, string>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const listed = await handle({ ...asked('GET', MAPS), signal })
    if (listed.type !== 'object' || listed.status !== 200) continue
    cache.clear()
    const value = ({ data }: JsonObject): string => (data as { v?: string } | undefined)?.v ?? ''
    for (const item of listed.object.items as readonly JsonObject[]) cache.set(nameOf(item), value(item))
    const version = (listed.object.metadata as { resourceVersion: string }).resourceVersion
    const answer = await handle({ ...asked('GET', `${MAPS}?watch=true&resourceVersion=${version}`), signal })
    if (answer.type !== 'stream') continue
    try {
      for await (const { type, object } of answer.events) {
        if (type === 'ERROR') break
        if (type === 'DELETED') cache.delete(nameOf(object as JsonObject))
        else if (type !== 'BOOKMARK') cache.set(nameOf(object as JsonObject), value(object as JsonObject))
      }
    } catch {
      // broken off: list again
    }
  }
}
