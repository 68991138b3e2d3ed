import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { type Clock, realClock, sleep } from '@reeve/ground'
import {
  type EtcdLedgerOptions,
  type Ledger,
  openEtcdLedger,
  type Watch,
  type WatchBatch,
} from '@reeve/ledger'
import { type EtcdServer, useSystem } from '@reeve/test-servers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

const etcd = await useSystem('etcd')
const put = (key: string, value: string | Uint8Array) =>
  ({ do: 'put', key, value: Buffer.from(value) }) as const

describe.skipIf(!etcd.available)('EtcdLedger when things break', () => {
  let server: EtcdServer
  let proxy: CuttableProxy
  let prefixes = 0
  const opened: Ledger[] = []
  const open = async (options: Partial<EtcdLedgerOptions> = {}): Promise<Ledger> => {
    const ledger = await openEtcdLedger({
      endpoints: [server.endpoint],
      prefix: `/faults-${prefixes}`,
      requestTimeoutMs: 20_000,
      ...options,
    })
    opened.push(ledger)
    return ledger
  }

  beforeAll(async () => {
    server = await etcd.start()
  })
  afterAll(() => server?.stop())
  beforeEach(async () => {
    prefixes += 1
    proxy = await CuttableProxy.before(server.endpoint)
  })
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((ledger) => ledger.close()))
    await proxy.close()
  })

  it('turns to the next endpoint when the first is dead', async () => {
    const dead = await CuttableProxy.before(server.endpoint)
    await dead.close()
    const ledger = await open({ endpoints: [dead.endpoint, server.endpoint] })
    expect((await ledger.txn([], [put('a', '1')])).ok).toBe(true)
  })

  it('turns to the next endpoint when the one in use dies, also for its watches', async () => {
    const ledger = await open({ endpoints: [proxy.endpoint, server.endpoint] })
    const watch = ledger.watch('')
    await watch.ready
    await ledger.txn([], [put('a', '1')])
    await proxy.close()
    const again = await readable(ledger)
    await again.txn([], [put('a', '2')])
    expect(await told(watch, 2)).toEqual(['1', '2'])
  })

  it('says that etcd does not answer when nobody listens, and that nothing was changed', async () => {
    const ledger = await open({ endpoints: [proxy.endpoint], requestTimeoutMs: 500 })
    await proxy.close()
    await expect.poll(() => codeOf(ledger.get('a'))).toBe('LEDGER_UNAVAILABLE')
    expect(await codeOf(ledger.txn([], [put('a', '1')]))).toBe('LEDGER_UNAVAILABLE')
    await expect(
      openEtcdLedger({ endpoints: [proxy.endpoint], requestTimeoutMs: 300 }),
    ).rejects.toMatchObject({
      code: 'LEDGER_UNAVAILABLE',
      retryable: true,
    })
  })

  it('resumes a watch after etcd was killed, without a gap or a repetition', async () => {
    const ledger = await open()
    const start = await ledger.revision()
    const watch = ledger.watch('n')
    await watch.ready
    let n = 0
    for (let crash = 0; crash < 3; crash += 1) {
      for (const until = n + 20; n < until; ) {
        const outcome = await ledger
          .txn([{ on: 'absent', key: `n${n}` }], [put(`n${n}`, String(n))])
          .catch(codeIn)
        // An answer that was lost is asked for by the guard of the next try.
        if (outcome !== 'LEDGER_UNCERTAIN' && outcome !== 'LEDGER_UNAVAILABLE') n += 1
        if (n === until - 10) server.kill('SIGKILL')
        if (n === until - 10) await server.restart()
      }
    }
    const seen = await batches(watch, n)
    const again = await batches(ledger.watch('n', { from: start + 1 }), n)
    expect(seen.map(({ revision }) => revision)).toEqual(again.map(({ revision }) => revision))
    expect(seen.flatMap(({ events }) => events.map(({ key }) => key))).toEqual(
      Array.from({ length: n }, (_, i) => `n${i}`),
    )
  })

  it('keeps a lease over a restart of etcd', async () => {
    const ledger = await open()
    const lease = await ledger.lease(5_000)
    await ledger.txn([], [{ ...put('held', '1'), lease: lease.id }])
    const stop = new AbortController()
    const kept = lease.keepAlive(stop.signal)
    server.kill('SIGKILL')
    await server.restart()
    await sleep(realClock, 2 * lease.ttlMs)
    expect(await ledger.get('held')).toMatchObject({ lease: lease.id })
    stop.abort()
    await kept
  })

  it('counts a lease as lost when it could not be renewed in its time', async () => {
    const ledger = await open({ endpoints: [proxy.endpoint] })
    const lease = await ledger.lease(2_000)
    const kept = expect(lease.keepAlive(new AbortController().signal)).rejects.toMatchObject({
      code: 'LEDGER_LEASE_LOST',
    })
    proxy.refuse()
    await kept
    proxy.accept()
  })

  it('says that it cannot tell when etcd is killed in the middle of a write', async () => {
    const ledger = await open()
    server.kill('SIGSTOP')
    const writes = [codeOf(ledger.txn([], [put('a', '1')])), codeOf(ledger.lease(5_000))]
    await sleep(realClock, 100)
    server.kill('SIGKILL')
    expect(await Promise.all(writes)).toEqual(['LEDGER_UNCERTAIN', 'LEDGER_UNCERTAIN'])
    await server.restart()
    expect(await codeOf(ledger.get('a'))).toBe('ok')
  })

  it('says that it cannot tell when a write is not answered in time; a read has simply failed', async () => {
    const ledger = await open({ requestTimeoutMs: 500 })
    server.kill('SIGSTOP')
    const codes = await Promise.all([codeOf(ledger.txn([], [put('a', '1')])), codeOf(ledger.get('a'))])
    server.kill('SIGCONT')
    expect(codes).toEqual(['LEDGER_UNCERTAIN', 'LEDGER_UNAVAILABLE'])
    await expect.poll(() => codeOf(ledger.txn([], [put('a', '2')]))).toBe('ok')
  })

  it('tells a watch that compaction has passed it while it was cut off', async () => {
    const [ledger, direct] = [await open({ endpoints: [proxy.endpoint] }), await open()]
    const watch = ledger.watch('')
    await watch.ready
    await direct.txn([], [put('a', '1')])
    expect(await told(watch, 1)).toEqual(['1'])
    proxy.refuse()
    await direct.txn([], [put('a', '2')])
    const { revision } = await direct.txn([], [put('a', '3')])
    await direct.compact(revision)
    proxy.accept()
    await expect(told(watch, 1)).rejects.toMatchObject({ code: 'LEDGER_COMPACTED', floor: revision })
  })

  it('notices a connection that died without a word, and goes on over another', async () => {
    const ledger = await open({ endpoints: [proxy.endpoint], clock: twentyTimesFaster })
    const watch = ledger.watch('')
    await watch.ready
    proxy.swallow()
    const direct = await open()
    await direct.txn([], [put('a', '1')])
    expect(await told(watch, 1)).toEqual(['1'])
  })

  it('leaves history at the server while nobody reads it', async () => {
    const direct = await open()
    const value = Buffer.alloc(200_000, 'x')
    const { revision: from } = await direct.txn([], [put('big', '0')])
    for (let n = 0; n < 100; n += 1) await direct.txn([], [put('big', value)])
    const ledger = await open({ endpoints: [proxy.endpoint] })
    const watch = ledger.watch('', { from })
    await watch.ready
    await batches(watch, 1)
    await sleep(realClock, 1_000)
    expect(proxy.received).toBeLessThan(10_000_000)
    expect(await batches(watch, 100)).toHaveLength(100)
  })

  it('refuses what etcd finds too large or too many, and names the way out', async () => {
    const ledger = await open()
    const invalid = { code: 'LEDGER_INVALID' }
    const many = Array.from({ length: 200 }, (_, n) => put(`k${n}`, 'x'))
    const hint = expect.stringContaining('--max-txn-ops')
    await expect(ledger.txn([], many)).rejects.toMatchObject({ ...invalid, hint })
    await expect(ledger.txn([], [put('big', Buffer.alloc(1_600_000))])).rejects.toMatchObject(invalid)
    await expect(ledger.txn([], [put('huge', Buffer.alloc(8_000_000))])).rejects.toMatchObject(invalid)
    expect((await ledger.range('')).count).toBe(0)
  })

  it('says that the disk is full when etcd has used up its quota, and still reads', async () => {
    const small = await etcd.start({ unsafeNoFsync: true, extraArgs: ['--quota-backend-bytes=1000000'] })
    try {
      const ledger = await open({ endpoints: [small.endpoint] })
      await ledger.txn([], [put('a', '1')])
      const fill = (): Promise<string> => codeOf(ledger.txn([], [put('big', Buffer.alloc(300_000))]))
      await expect.poll(fill).toBe('LEDGER_DISK_FULL')
      expect(await ledger.get('a')).toBeDefined()
      await ledger.close()
    } finally {
      await small.stop()
    }
  })

  it('refuses a put under a lease that never was', async () => {
    const ledger = await open()
    for (const lease of ['4711', 'none']) {
      await expect(ledger.txn([], [{ ...put('a', '1'), lease }])).rejects.toMatchObject({
        code: 'LEDGER_LEASE_LOST',
      })
    }
  })
})

/** Pings come twenty times as often; nothing else here waits long enough to notice. */
const twentyTimesFaster: Clock = {
  ...realClock,
  after: (ms, callback) => realClock.after(ms > 2_000 ? ms / 20 : ms, callback),
}

const codeIn = (error: unknown): string => (error as { code: string }).code
const codeOf = (call: Promise<unknown>): Promise<string> => call.then(() => 'ok', codeIn)

/** The ledger once a read gets through. */
async function readable(ledger: Ledger): Promise<Ledger> {
  await expect.poll(() => codeOf(ledger.revision())).toBe('ok')
  return ledger
}

async function batches(watch: Watch, count: number): Promise<WatchBatch[]> {
  const iterator = watch[Symbol.asyncIterator]()
  const taken: WatchBatch[] = []
  while (taken.length < count) {
    const { done, value } = await iterator.next()
    if (done) throw new Error(`the watch ended after ${taken.length} of ${count} batches`)
    taken.push(value)
  }
  return taken
}

/** The values of the next puts. */
async function told(watch: Watch, count: number): Promise<string[]> {
  const events = (await batches(watch, count)).flatMap((batch) => batch.events)
  return events.map((event) => (event.type === 'put' ? Buffer.from(event.entry.value).toString() : 'deleted'))
}

/** Stands between a ledger and etcd and can be cut. */
class CuttableProxy {
  readonly endpoint: string
  received = 0
  readonly #server: Server
  readonly #pairs = new Set<readonly [Socket, Socket]>()
  #refusing = false

  private constructor(server: Server) {
    this.#server = server
    this.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  static async before(target: string): Promise<CuttableProxy> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const proxy = new CuttableProxy(server)
    server.on('connection', (near) => proxy.#join(near, Number(new URL(target).port)))
    return proxy
  }

  /** Breaks all connections and every new one. */
  refuse(): void {
    this.#refusing = true
    for (const [near, far] of this.#pairs) {
      near.resetAndDestroy()
      far.destroy()
    }
  }

  accept(): void {
    this.#refusing = false
  }

  /** Leaves connections open, but nothing goes through any more; new ones work. */
  swallow(): void {
    for (const [near, far] of this.#pairs) {
      near.unpipe(far).resume()
      far.unpipe(near).resume()
    }
  }

  async close(): Promise<void> {
    this.refuse()
    await new Promise<void>((resolve) => this.#server.close(() => resolve()))
  }

  #join(near: Socket, port: number): void {
    if (this.#refusing) return void near.resetAndDestroy()
    const far = connect(port, '127.0.0.1')
    const pair = [near, far] as const
    this.#pairs.add(pair)
    for (const [one, other] of [pair, [far, near] as const]) {
      one
        .on('error', () => {})
        .on('close', () => {
          this.#pairs.delete(pair)
          other.destroy()
        })
    }
    far.on('data', (chunk) => {
      this.received += chunk.length
    })
    near.pipe(far)
    far.pipe(near)
  }
}
