import { interleaved, perSecond, quantile } from '../measure.ts'
import { type Measured, type Result, resultOf } from '../result.ts'
import { type Contestant, etcdContestant, type Raw, rawContestant, sqliteContestant } from './contestants.ts'
import { fill, pointReads, rangeReads, watchLatencies, write, writeLatencies } from './workloads.ts'

const ROUNDS = 5
const MILLION = 1_000_000

interface Field {
  readonly sqlite: Contestant
  readonly etcd: Contestant
  readonly appended: Raw
  readonly indexed: Raw
}

/** The ledger on SQLite beside a real etcd and beside SQLite alone. */
export async function* ledgerBench(say: (words: string) => void): AsyncGenerator<Result> {
  say('starting etcd')
  const etcd = await etcdContestant()
  const field: Field = {
    sqlite: await sqliteContestant(),
    etcd,
    appended: await rawContestant('appended'),
    indexed: await rawContestant('indexed'),
  }
  say(`etcd ${etcd.version}, ${ROUNDS} rounds each, medians`)
  try {
    for (const part of [writes, reads, watching, compacting, size]) {
      for await (const measured of part(field, say)) yield resultOf('ledger', measured)
    }
  } finally {
    await Promise.all(Object.values(field).map((contestant) => contestant.dispose()))
  }
}

type Part = (field: Field, say: (words: string) => void) => AsyncIterable<Measured>

const writes: Part = async function* ({ sqlite, etcd, appended, indexed }, say) {
  await write(sqlite.ledger, 20_000, 64)
  await write(etcd.ledger, 5_000, 64)
  appended.write(20_480, 64)
  indexed.write(20_480, 64)
  for (const writers of [1, 16, 64]) {
    say(`durable writes, ${writers} writers`)
    const count = Math.min(writers, 20) * 1_280
    const etcdCount = Math.min(writers, 20) * 200
    const rates = await interleaved(ROUNDS, {
      sqlite: () => perSecond(count, () => write(sqlite.ledger, count, writers)),
      etcd: () => perSecond(etcdCount, () => write(etcd.ledger, etcdCount, writers)),
      appended: () => perSecond(count, () => appended.write(count, writers)),
      indexed: () => perSecond(count, () => indexed.write(count, writers)),
    })
    const measured = { case: `durable writes, ${writers} writers`, value: rates.sqlite, unit: '/s' }
    const most = writers === 64
    yield { ...measured, peer: { name: 'etcd', value: rates.etcd }, ...(most && { aim: '>= 4' }) }
    for (const layout of ['appended', 'indexed'] as const) {
      const peer = { name: `raw SQLite, ${layout}`, value: rates[layout] }
      yield { ...measured, peer, ...(most && { aim: '>= 0.6' }) }
    }
  }
}

const reads: Part = async function* ({ sqlite, etcd }, say) {
  say('reads')
  const points = await interleaved(ROUNDS, {
    sqlite: () => perSecond(20_000, () => pointReads(sqlite.ledger, 20_000, 16)),
    etcd: () => perSecond(2_000, () => pointReads(etcd.ledger, 2_000, 16)),
  })
  yield {
    case: 'point reads, 16 readers',
    value: points.sqlite,
    unit: '/s',
    peer: { name: 'etcd', value: points.etcd },
  }
  const range = (contestant: Contestant) => async (): Promise<number> => {
    const start = performance.now()
    const read = await rangeReads(contestant.ledger)
    return read / ((performance.now() - start) / 1_000)
  }
  const ranges = await interleaved(ROUNDS, { sqlite: range(sqlite), etcd: range(etcd) })
  const peer = { name: 'etcd', value: ranges.etcd }
  yield { case: 'entries read in pages of 500', value: ranges.sqlite, unit: '/s', peer }
}

const watching: Part = async function* ({ sqlite, etcd }, say) {
  say('watch delivery')
  for (const share of [0.5, 0.99]) {
    const latency = await interleaved(ROUNDS, {
      sqlite: async () => quantile(await watchLatencies(sqlite.ledger, 500), share),
      etcd: async () => quantile(await watchLatencies(etcd.ledger, 200), share),
    })
    const name = `write to watch event, p${share * 100}`
    yield { case: name, value: latency.sqlite, unit: 'ms', peer: { name: 'etcd', value: latency.etcd } }
    if (share === 0.5) yield { case: `${name}, in process`, value: latency.sqlite, unit: 'ms', aim: '< 1' }
  }
}

const compacting: Part = async function* ({ sqlite, etcd }, say) {
  say('writes during compaction')
  const p99 = (contestant: Contestant, compact: boolean) => async (): Promise<number> => {
    const { ledger } = contestant
    await write(ledger, contestant === etcd ? 5_000 : 40_000, 64)
    const beside = compact
      ? ledger.revision().then((revision) => ledger.compact(revision))
      : Promise.resolve()
    return quantile(await writeLatencies(ledger, beside, 3_000), 0.99)
  }
  const figures = await interleaved(ROUNDS, {
    during: p99(sqlite, true),
    without: p99(sqlite, false),
    etcdDuring: p99(etcd, true),
    etcdWithout: p99(etcd, false),
  })
  const name = 'p99 of writes during compaction'
  yield {
    case: name,
    value: figures.during,
    unit: 'ms',
    peer: { name: 'without', value: figures.without },
    aim: '<= 3',
  }
  const peer = { name: 'etcd without', value: figures.etcdWithout }
  yield { case: `${name}, etcd`, value: figures.etcdDuring, unit: 'ms', peer }
}

const size: Part = async function* (_field, say) {
  const after = async (contestant: Contestant): Promise<number> => {
    try {
      await fill(contestant.ledger, MILLION, 100_000)
      return (await contestant.ledger.stats()).bytes / 2 ** 20
    } finally {
      await contestant.dispose()
    }
  }
  say('a million writes with compaction, SQLite')
  const sqlite = await after(await sqliteContestant())
  say('a million writes with compaction, etcd')
  const etcd = await after(await etcdContestant())
  yield {
    case: 'size after a million writes',
    value: sqlite,
    unit: 'MiB',
    peer: { name: 'etcd', value: etcd },
  }
}
