import { quantile } from '../../measure.ts'
import { Connection, type Target } from './connection.ts'
import { cpuSeconds } from './cpu-seconds.ts'
import { mapNamed, mapsIn } from './objects.ts'
import { nextName } from './workloads.ts'

export interface FanOut {
  /** Events that watchers were told, a second. */
  readonly events: number
  /** Milliseconds from handing in a write to its event at a watcher. */
  readonly p50: number
  readonly p99: number
  /** Milliseconds of processor time that the server took for each event, the writes included. */
  readonly cpuMs: number
}

const NAME = /"name":"(m[0-9-]+)"/

/** Writers write for a while; everything they wrote is to reach every watcher. */
export async function fanOut(
  target: Target,
  { watchers, writers, ms }: { readonly watchers: number; readonly writers: number; readonly ms: number },
): Promise<FanOut> {
  const path = mapsIn('watched')
  const sent = new Map<string, number>()
  const latencies: number[] = []
  let wanted = Number.POSITIVE_INFINITY
  const connections = await Promise.all(
    Array.from({ length: writers + watchers }, () => Connection.open(target)),
  )
  const [first] = connections
  const from = /"resourceVersion":"(\d+)"/.exec(
    (await first?.ask({ method: 'GET', path: `${path}?limit=1` })) ?? '',
  )?.[1]
  const all = Promise.withResolvers<void>()
  for (const connection of connections.slice(writers)) {
    connection.follow(
      `${path}?watch=true&resourceVersion=${from}`,
      eachLine((line) => {
        const start = sent.get(NAME.exec(line)?.[1] ?? '')
        if (start === undefined) return
        latencies.push(performance.now() - start)
        if (latencies.length >= wanted) all.resolve()
      }),
    )
  }
  const [start, cpu] = [performance.now(), cpuSeconds(target.pids)]
  await Promise.all(
    connections.slice(0, writers).map(async (connection) => {
      while (performance.now() - start < ms) {
        const name = nextName()
        sent.set(name, performance.now())
        await connection.ask({ method: 'POST', path, body: mapNamed(name) })
      }
    }),
  )
  wanted = sent.size * watchers
  if (latencies.length < wanted) await all.promise
  const seconds = (performance.now() - start) / 1_000
  for (const connection of connections) connection.close()
  return {
    events: latencies.length / seconds,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    cpuMs: ((cpuSeconds(target.pids) - cpu) * 1_000) / latencies.length,
  }
}

function eachLine(tell: (line: string) => void): (piece: Buffer) => void {
  let rest = ''
  return (piece) => {
    const lines = (rest + piece.toString('latin1')).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) tell(line)
  }
}
