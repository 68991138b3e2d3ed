import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Measured, type Result, resultOf } from '../result.ts'
import { BuiltCopy } from './built-copy.ts'
import { type Compared, compared, comparedOf } from './compared.ts'
import { canPin, pin } from './cores.ts'
import { startKubernetesStack } from './kubernetes-stack.ts'
import type { WorkloadName } from './load/workloads.ts'
import { LoadProgram } from './load-program.ts'
import { startReeve } from './reeve-server.ts'
import { type MeasuredServer, residentOf } from './servers.ts'

type Say = (words: string) => void

interface Effort {
  readonly rounds: number
  readonly starts: number
  /** How long each server is measured in a round. */
  readonly ms: number
  /** Writes that memory is measured after. */
  readonly writes: number
  readonly listed: number
  readonly connections: readonly number[]
  readonly watchers: readonly number[]
}

const WHOLE: Effort = {
  rounds: 5,
  starts: 3,
  ms: 700,
  writes: 20_000,
  listed: 3_000,
  connections: [1, 16, 64],
  watchers: [1, 50],
}
const QUICK: Effort = {
  rounds: 2,
  starts: 1,
  ms: 250,
  writes: 4_000,
  listed: 1_000,
  connections: [1, 64],
  watchers: [50],
}
const LOADS: readonly WorkloadName[] = ['creates', 'gets', 'updates', 'applies']
const AIMED: ReadonlySet<WorkloadName> = new Set(['creates', 'gets'])
const WRITERS = 8
const CHUNK = 2_000
const SOURCE = fileURLToPath(new URL('../../../cli/src/main.ts', import.meta.url))
const PEER = 'kube-apiserver + etcd'
const [LOAD_CORE, SERVER_CORE, ALL_CORES] = ['0', '1', '0-1']

/** The embedded API beside kube-apiserver with etcd, both over TLS and synced, with one client for both. */
export async function* apiserverBench(
  say: Say,
  { quick }: { readonly quick: boolean },
): AsyncGenerator<Result> {
  const effort = quick ? QUICK : WHOLE
  for await (const figure of figures(effort, say)) yield resultOf('apiserver', figure)
}

async function* figures(effort: Effort, say: Say): AsyncGenerator<Measured> {
  await using stack = new AsyncDisposableStack()
  say('building a copy')
  const built = await BuiltCopy.make()
  stack.defer(() => built.remove())
  yield* starting(effort, built.main, say)
  const pinned = canPin()
  if (pinned) pin(process.pid, LOAD_CORE)
  const load = new LoadProgram()
  stack.defer(() => load.stop())
  // What is started from here on stays on the other core.
  if (pinned) pin(process.pid, SERVER_CORE)
  stack.defer(() => pin(process.pid, ALL_CORES))
  say(pinned ? 'servers on one core, the client on the other' : 'servers and the client share all cores')
  const ours = await startReeve({ command: [built.main], compileCache: join(built.folder, 'cache') })
  stack.defer(() => ours.stop())
  const peer = await startKubernetesStack()
  stack.defer(() => peer.stop())
  const field: Field = { servers: { ours, peer }, load, effort, say }
  for (const part of [remembering, loading, listing, fanning]) yield* part(field)
}

interface Field {
  readonly servers: { readonly ours: MeasuredServer; readonly peer: MeasuredServer }
  readonly load: LoadProgram
  readonly effort: Effort
  readonly say: Say
}

type Part = (field: Field) => AsyncIterable<Measured>

function figureOf(name: string, unit: string, { ours, peer, ratio }: Compared, aim?: string): Measured {
  const measured = { case: name, unit, value: ours, peer: { name: PEER, value: peer }, ratio }
  return aim === undefined ? measured : { ...measured, aim }
}

/** On all cores, as at a user's. Ours is started as it is published and as it is developed; then what is first of all. */
async function* starting({ starts }: Effort, main: string, say: Say): AsyncGenerator<Measured> {
  say('starting both, again and again')
  const cache = await mkdtemp(join(tmpdir(), 'reeve-cache-'))
  const readyMs = async (start: Promise<MeasuredServer>): Promise<number> => {
    const server = await start
    await server.stop()
    return server.readyMs
  }
  const command = { built: [main], source: ['--conditions=source', SOURCE] }
  const took = { first: [] as number[], built: [] as number[], source: [] as number[], peer: [] as number[] }
  await readyMs(startReeve({ command: command.source, compileCache: join(cache, 'source') }))
  for (let round = 0; round < starts; round += 1) {
    const compileCache = join(cache, `built-${round}`)
    took.first.push(await readyMs(startReeve({ command: command.built, compileCache })))
    took.built.push(await readyMs(startReeve({ command: command.built, compileCache })))
    took.source.push(
      await readyMs(startReeve({ command: command.source, compileCache: join(cache, 'source') })),
    )
    took.peer.push(await readyMs(startKubernetesStack()))
  }
  await rm(cache, { recursive: true })
  const figure = (name: string, ours: readonly number[], aim?: string): Measured =>
    figureOf(name, 'ms', comparedOf(ours, took.peer), aim)
  yield figure('start to ready, built', took.built, '<= 0.1')
  yield figure('start to ready, built, first ever', took.first)
  yield figure('start to ready, from source', took.source)
}

/** Also what warms both up. */
const remembering: Part = async function* ({ servers, load, effort, say }) {
  const { writes, listed } = effort
  for (const target of Object.values(servers)) await load.rate({ do: 'prepare', target, listed })
  say(`${writes} writes each`)
  const idle = { ours: await residentOf(servers.ours), peer: await residentOf(servers.peer) }
  for (let written = 0; written < writes; written += CHUNK) {
    for (const target of Object.values(servers))
      await load.rate({ do: 'write', target, count: CHUNK, connections: 64 })
  }
  const busy = { ours: await residentOf(servers.ours), peer: await residentOf(servers.peer) }
  const words = writes.toLocaleString('en')
  yield figureOf('memory before', 'MiB', { ...idle, ratio: idle.ours / idle.peer })
  yield figureOf(`memory after ${words} writes`, 'MiB', { ...busy, ratio: busy.ours / busy.peer }, '<= 0.33')
}

const loading: Part = async function* ({ servers, load, effort, say }) {
  for (const workload of LOADS) {
    for (const connections of effort.connections) {
      const words = `${workload}, ${several(connections, 'connection')}`
      say(words)
      const order = { do: 'rate', workload, connections, ms: effort.ms } as const
      const of = await compared(effort.rounds, (who) => load.rate({ ...order, target: servers[who] }))
      const most = connections === 64
      yield figureOf(words, '/s', of('perSecond'), most && AIMED.has(workload) ? '>= 2' : undefined)
      if (most) yield figureOf(`${words}, processor time each`, 'ms', of('cpuMs'))
    }
  }
}

const listing: Part = async function* ({ servers, load, effort, say }) {
  for (const workload of ['whole lists', 'paged lists'] as const) {
    say(workload)
    const order = { do: 'rate', workload, connections: 1, ms: effort.ms } as const
    const of = await compared(effort.rounds, (who) => load.rate({ ...order, target: servers[who] }))
    const words = `${workload} of ${effort.listed.toLocaleString('en')}`
    yield figureOf(words, '/s', of('perSecond'))
    yield figureOf(`${words}, processor time each`, 'ms', of('cpuMs'))
  }
}

const fanning: Part = async function* ({ servers, load, effort, say }) {
  for (const watchers of effort.watchers) {
    const words = `${several(WRITERS, 'writer')}, ${several(watchers, 'watcher')}`
    say(words)
    const order = { do: 'fan-out', watchers, writers: WRITERS, ms: effort.ms * 1.5 } as const
    const of = await compared(effort.rounds, (who) => load.fanOut({ ...order, target: servers[who] }))
    yield figureOf(`events, ${words}`, '/s', of('events'))
    yield figureOf(`write to event p50, ${words}`, 'ms', of('p50'))
    yield figureOf(`write to event p99, ${words}`, 'ms', of('p99'))
    yield figureOf(`events, ${words}, processor time each`, 'ms', of('cpuMs'))
  }
}

function several(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}
