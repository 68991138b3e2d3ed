import { type ChaosRates, startControlPlane, withChaos } from '@reeve/apiserver'
import {
  Client,
  ConfigMap,
  clientFor,
  Informer,
  inProcessTransport,
  isAlreadyExists,
  retryOnConflict,
} from '@reeve/client'
import { realClock, silentLogger } from '@reeve/ground'
import { openMemoryLedger } from '@reeve/ledger'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { churn, expectSame } from './churn.ts'
import { type Line, startLine } from './line.ts'
import { until } from './subject.ts'
import { serverCertificate } from './subjects.ts'

const ledger = openMemoryLedger()
const plane = await startControlPlane({ ledger })
afterAll(async () => {
  await plane.close()
  await ledger.close()
})
const calm = new Client(inProcessTransport(plane))
const tls = serverCertificate()
const users = { secret: { name: 'admin', groups: ['system:masters'] } }
const credentials = {
  headers: async () => ({ authorization: 'Bearer secret' }),
  certificate: async () => undefined,
  renew: () => false,
}

const CHAOS: Partial<ChaosRates> = {
  slowMs: 20,
  tooMany: 0.1,
  unavailable: 0.05,
  conflict: 0.5,
  internal: 0.1,
  cut: 1,
  cutMs: 600,
  cutEvents: 25,
  delayMs: 20,
}

describe.each(['in process', 'over HTTPS'])('with a server that fails as real ones do, %s,', (how) => {
  const faults = new Map<string, number>()
  const logger = {
    ...silentLogger,
    warn: (_words: string, fields: Readonly<Record<string, unknown>> = {}) =>
      void faults.set(String(fields.fault), (faults.get(String(fields.fault)) ?? 0) + 1),
  }
  const chaos = { seed: how, rates: CHAOS, clock: realClock, logger }
  const label = how.replace(' ', '-').toLowerCase()
  let client: Client
  beforeAll(async () => {
    if (how === 'in process') {
      client = new Client(inProcessTransport({ handle: withChaos(plane.handle, chaos) }))
      return
    }
    const { url } = await plane.listen({ tls, users, around: (handle) => withChaos(handle, chaos) })
    const endpoint = { server: url, ca: tls.cert }
    client = clientFor({ endpoint, credentials, namespace: 'default', gzip: true })
  })
  afterAll(() => client.close())

  it('an informer misses nothing and never goes back', async () => {
    await using informer = new Informer(client, ConfigMap, {
      namespace: 'default',
      labels: { churn: label },
    }).start()
    // Kept here, not expected there: what a handler throws disturbs nobody, not even a test.
    const wentBack: string[] = []
    const last = new Map<string, bigint>()
    let told = 0
    informer.handle(({ type, object }) => {
      told += 1
      const { uid, name, resourceVersion } = object.metadata
      const version = BigInt(resourceVersion)
      const before = last.get(uid) ?? 0n
      if (type !== 'removed' && version <= before) wentBack.push(`${name}: ${version} after ${before}`)
      last.set(uid, version)
    })
    const cuts = (): number =>
      [...faults].reduce((sum, [fault, count]) => sum + (fault.startsWith('watch-') ? count : 0), 0)
    const enough = (): boolean => cuts() >= 5 && told >= 60
    for (let round = 0; !enough() && round < 60; round += 1) await churn(calm, { label, rounds: 100 })
    await expectSame(informer, { client: calm, label })
    expect(wentBack).toEqual([])
    expect(enough()).toBe(true)
    const { lists, alive } = informer.health
    expect(alive).toBe(true)
    // Everything is read at the start and for each version that is gone: by up to three streams, if those are cut before
    // they have told everything, then by pages.
    const expired = (faults.get('watch-expired') ?? 0) + (faults.get('expired') ?? 0)
    expect(lists).toBeLessThanOrEqual((1 + expired) * 4)
  })

  /** The server may lose its answer (504): then it is there, or may be made again. */
  const made = async (name: string): Promise<void> => {
    for (;;) {
      const error = await client.create(ConfigMap, { metadata: { name } }).then(
        () => undefined,
        (failed) => failed,
      )
      if (error === undefined || isAlreadyExists(error)) return
      if (!error.retryable) throw error
    }
  }

  it('writes are made once, and conflicts are met by reading anew', async () => {
    for (let at = 0; at < 8; at += 1) {
      const name = `${label}-written-${at}`
      await made(name)
      await retryOnConflict(
        async () => {
          const map = await client.get(ConfigMap, { name })
          await client.update(ConfigMap, { ...map, data: { at: String(at) } }).catch((error) => {
            if (!error.retryable) throw error
          })
        },
        { attempts: 10 },
      )
    }
    const { items } = await calm.list(ConfigMap, { namespace: 'default' })
    const written = items.filter(({ metadata }) => metadata.name.startsWith(`${label}-written`))
    expect(written).toHaveLength(8)
    expect(faults.get('conflict')).toBeGreaterThan(0)
  })
})

describe.each([
  ['HTTP/2', true],
  ['HTTP/1.1', false],
])('over a bad line by %s', (name, http2) => {
  let line: Line
  let client: Client
  const label = name.replace(/\W/g, '').toLowerCase()
  beforeAll(async () => {
    const { url } = await plane.listen({ tls, users })
    line = await startLine(url)
    const endpoint = { server: line.url, ca: tls.cert }
    client = clientFor({ endpoint, credentials, namespace: 'default', gzip: true }, { http2 })
  })
  afterAll(async () => {
    await client.close()
    await line[Symbol.asyncDispose]()
  })

  it('an informer goes on where it was after each cut', async () => {
    await using informer = new Informer(client, ConfigMap, {
      namespace: 'default',
      labels: { churn: label },
    }).start()
    await informer.synced
    const cutting = setInterval(() => line.cut(), 200)
    await churn(calm, { label, rounds: 300 })
    clearInterval(cutting)
    await expectSame(informer, { client: calm, label })
    expect(informer.health.lists).toBe(1)
    expect(line.made).toBeGreaterThan(2)
  })

  it('an informer replaces a stream that has fallen silent', async () => {
    await using informer = new Informer(client, ConfigMap, {
      namespace: 'default',
      labels: { churn: `${label}-silent` },
      silenceMs: 500,
    }).start()
    await informer.synced
    line.freeze()
    await calm.create(ConfigMap, {
      metadata: { name: `${label}-silent`, labels: { churn: `${label}-silent` } },
    })
    // Over HTTP/2 the replacement goes over the same dead connection first, until a ping finds that out.
    await until(() => informer.size === 1, 'the silent stream is replaced')
    expect(informer.health.lists).toBe(1)
  })

  it('requests find the way again, and fail in time where there is none', async () => {
    line.cut()
    expect(
      (await client.get(ConfigMap, { name: 'kube-root-ca.crt' }).catch((error) => error)).status ?? 200,
    ).toBe((await calm.get(ConfigMap, { name: 'kube-root-ca.crt' }).catch((error) => error)).status ?? 200)
    const endpoint = { server: 'https://127.0.0.1:1' }
    const lost = clientFor({ endpoint, credentials, namespace: '', gzip: true }, { retry: { attempts: 2 } })
    const error = await lost.get(ConfigMap, { name: 'a', namespace: 'b' }).catch((failed) => failed)
    expect(error).toMatchObject({ code: 'CLIENT_UNREACHABLE', retryable: true, unsent: true })
    expect(error.message).toContain('cannot reach https://127.0.0.1:1: connect ECONNREFUSED')
  })
})
