import { interleaved, perSecond } from '../measure.ts'
import { type Measured as Figure, type Result, resultOf } from '../result.ts'
import { kubernetesServer, type Measured, reeveServer } from './servers.ts'

const ROUNDS = 3
const MAPS = '/api/v1/namespaces/default/configmaps'
const DATA = { text: 'x'.repeat(700) }
/** Writes that memory is measured after. */
const WRITES = 20_000

/** The embedded API beside kube-apiserver with etcd: the same requests from this process, one after the other. */
export async function* apiserverBench(say: (words: string) => void): AsyncGenerator<Result> {
  say('starting reeve serve and kube-apiserver')
  const ours = await reeveServer()
  const real = await kubernetesServer()
  try {
    for await (const figure of figures({ ours, real }, say)) yield resultOf('apiserver', figure)
  } finally {
    await Promise.all([ours.dispose(), real.dispose()])
  }
}

async function* figures(
  { ours, real }: { readonly ours: Measured; readonly real: Measured },
  say: (words: string) => void,
): AsyncGenerator<Figure> {
  const peer = (value: number) => ({ name: 'kube-apiserver + etcd', value })
  yield { case: 'start to ready', value: ours.readyMs, unit: 'ms', peer: peer(real.readyMs), aim: '<= 0.1' }
  for (const connections of [1, 16, 64]) {
    say(`${connections} connections`)
    const count = connections === 1 ? 200 : 1_500
    const aim = connections === 64 ? { aim: '>= 2' } : {}
    const creates = await interleaved(ROUNDS, {
      ours: () => perSecond(count, () => create(ours, count, connections)),
      real: () => perSecond(count, () => create(real, count, connections)),
    })
    yield {
      case: `creates, ${connections} connections`,
      value: creates.ours,
      unit: '/s',
      peer: peer(creates.real),
      ...aim,
    }
    const gets = await interleaved(ROUNDS, {
      ours: () => perSecond(count, () => get(ours, count, connections)),
      real: () => perSecond(count, () => get(real, count, connections)),
    })
    yield {
      case: `gets, ${connections} connections`,
      value: gets.ours,
      unit: '/s',
      peer: peer(gets.real),
      ...aim,
    }
  }
  say(`${WRITES} writes each`)
  for (const server of [ours, real]) await create(server, WRITES, 64)
  const [own, theirs] = [await ours.memory(), await real.memory()]
  yield { case: 'memory after 20,000 writes', value: own, unit: 'MiB', peer: peer(theirs), aim: '<= 0.33' }
}

let made = 0

function create(server: Measured, count: number, connections: number): Promise<void> {
  return each(count, connections, async () => {
    made += 1
    const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `m${made}` }, data: DATA }
    await server.send('POST', MAPS, body)
  })
}

/** An object that is there on both: clients expect it. */
function get(server: Measured, count: number, connections: number): Promise<void> {
  return each(count, connections, () => server.send('GET', `${MAPS}/kube-root-ca.crt`))
}

async function each(count: number, connections: number, work: () => Promise<unknown>): Promise<void> {
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < count) {
      next += 1
      await work()
    }
  }
  await Promise.all(Array.from({ length: connections }, worker))
}
