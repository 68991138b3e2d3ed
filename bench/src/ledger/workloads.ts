import type { Ledger, Op } from '@reeve/ledger'
import { KEYS, keyOf, SCATTER, VALUE } from './contestants.ts'

/** That many puts of one key each, from that many writers at a time. */
export async function write(ledger: Ledger, count: number, writers: number): Promise<void> {
  let next = 0
  const writer = async (): Promise<void> => {
    while (next < count) {
      const n = next
      next += 1
      await ledger.txn([], [{ do: 'put', key: keyOf(n * SCATTER), value: VALUE }])
    }
  }
  await Promise.all(Array.from({ length: writers }, writer))
}

/** Puts in transactions of a hundred, compacted all along; as many as an etcd takes in one. */
export async function fill(ledger: Ledger, puts: number, compactEach: number): Promise<void> {
  const size = 100
  for (let written = 0; written < puts; written += size) {
    const ops = Array.from(
      { length: size },
      (_, n): Op => ({ do: 'put', key: keyOf(written + n), value: VALUE }),
    )
    const { revision } = await ledger.txn([], ops)
    if ((written + size) % compactEach === 0) await ledger.compact(revision)
  }
}

export async function pointReads(ledger: Ledger, count: number, readers: number): Promise<void> {
  let next = 0
  const reader = async (): Promise<void> => {
    while (next < count) {
      next += 1
      await ledger.get(keyOf(next * SCATTER))
    }
  }
  await Promise.all(Array.from({ length: readers }, reader))
}

/** Pages of five hundred through everything; answers how many entries were read. */
export async function rangeReads(ledger: Ledger): Promise<number> {
  let read = 0
  for (let from = ''; ; ) {
    const { entries, more } = await ledger.range({ from, to: '\uffff' }, { limit: 500 })
    read += entries.length
    if (!more) return read
    from = `${entries.at(-1)?.key}\u0000`
  }
}

/** Milliseconds from handing in a write to a reader having its event, one at a time. */
export async function watchLatencies(ledger: Ledger, count: number): Promise<number[]> {
  const watch = ledger.watch('/watched/')
  await watch.ready
  const events = watch[Symbol.asyncIterator]()
  const latencies: number[] = []
  for (let n = 0; n < count; n += 1) {
    const start = performance.now()
    const [, event] = await Promise.all([
      ledger.txn([], [{ do: 'put', key: '/watched/key', value: VALUE }]),
      events.next().then(() => performance.now() - start),
    ])
    latencies.push(event)
  }
  await events.return?.()
  return latencies
}

/** How long each of many writes took, from writers that go on until the work beside them is done. */
export async function writeLatencies(
  ledger: Ledger,
  beside: Promise<unknown>,
  least: number,
): Promise<number[]> {
  const latencies: number[] = []
  let done = false
  const finished = beside.finally(() => {
    done = true
  })
  let next = 0
  const writer = async (): Promise<void> => {
    while (!done || latencies.length < least) {
      next += 1
      const start = performance.now()
      await ledger.txn([], [{ do: 'put', key: keyOf(next % KEYS), value: VALUE }])
      latencies.push(performance.now() - start)
    }
  }
  await Promise.all([finished, ...Array.from({ length: 16 }, writer)])
  return latencies
}
