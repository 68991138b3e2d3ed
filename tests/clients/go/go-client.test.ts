import { setTimeout as sleep } from 'node:timers/promises'
import { type KubernetesServer, useSystem } from '@reeve/test-servers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildClient } from '../build-client.ts'
import { expectSameStep } from '../expect-same-step.ts'
import { runClient, type Step } from '../run-client.ts'
import { type ServedReeve, serveReeve } from '../serve-reeve.ts'
import { KNOWN } from './known-differences.ts'

const kubernetes = await useSystem('kubernetes')
const client = await buildClient('go')

/** Each step of the program, and what it shows. */
const STEPS = {
  discovery: 'finds out what is served, aggregated and by group, and maps kinds and short names',
  typed: 'makes, reads, changes, lists and deletes built-in kinds with typed clients that send protobuf',
  dynamic: 'does the same with the dynamic client, which knows no types',
  informers: 'keeps a cache by list and watch, and resumes a watch where it ended',
  metadata: 'keeps a cache of metadata only',
  election: 'elects a leader by a Lease, and another when the first lets go',
  apply: 'applies typed configurations, is told conflicts, forces, and gives up fields',
  conflict: 'tries again when another was faster',
  pages: 'reads a list in pages that all show one moment',
  patches: 'patches in each of the four ways, and is refused what does not fit',
  status: 'writes status by its own door only',
  scale: 'scales without knowing the kind',
  deletion: 'deletes with preconditions and each way of propagation',
  namespaces: 'ends a namespace, and is told what still holds it',
  definitions: 'defines a kind, waits for it as envtest does, uses it and takes it away',
  manager: 'runs a controller-runtime manager with a leader, a finalizer, owned objects and status',
  events: 'records events of both groups, counted when they repeat',
  reviews: 'asks who may do what, and makes tokens',
  'fan-out': 'has twenty informers see what four write at once',
} as const

describe.skipIf(!kubernetes.available || !client.available)('a Go program', () => {
  let ours: ServedReeve
  let real: KubernetesServer
  let on: { ours: ReadonlyMap<string, Step>; real: ReadonlyMap<string, Step> }
  const streamed: Step[] = []

  beforeAll(async () => {
    if (!client.available) return
    const { binary } = client
    ;[ours, real] = await Promise.all([serveReeve(), kubernetes.start()])
    const run = (kubeconfig: string) => runClient([binary, kubeconfig, ...Object.keys(STEPS)])
    const [mine, theirs] = await Promise.all([run(ours.kubeconfig), run(real.kubeconfig)])
    on = { ours: mine, real: theirs }
    const streaming = { KUBE_FEATURE_WatchListClient: 'true', CLIENT_NAMESPACE: 'streaming' }
    for (const { kubeconfig } of [ours, real]) {
      const done = await runClient([binary, kubeconfig, 'informers', 'metadata'], { env: streaming })
      streamed.push(...done.values())
    }
  }, 300_000)
  afterAll(async () => {
    await Promise.all([ours?.stop(), real?.stop()])
  })

  it.each(Object.entries(STEPS))('%s: %s', (name) => {
    expectSameStep(name, on, KNOWN)
  })

  it('sends protobuf with typed clients, and asks for metadata only', () => {
    expect(on.ours.get('typed')?.result).toMatchObject({ protobuf: true })
    expect(on.ours.get('metadata')?.result).toMatchObject({ asked: true, watchList: false })
    expect(on.ours.get('informers')?.result).toMatchObject({ watchList: false })
  })

  it('keeps its caches by streamed lists too, where the client asks for them', () => {
    const [informers, metadata, realInformers, realMetadata] = streamed
    expect(informers?.result).toMatchObject({ watchList: true, retried: 'ADDED late' })
    expect(informers).toEqual(realInformers)
    expect(metadata?.result).toMatchObject({ watchList: true })
    expect(metadata).toEqual(realMetadata)
  })
  it('goes on with its informers where they were when the server is killed and comes back', async () => {
    if (!client.available) return
    const crashes: Promise<void>[] = []
    const crashTwice = async (): Promise<void> => {
      await sleep(700)
      await ours.crash()
      await sleep(700)
      await ours.crash()
    }
    const done = await runClient([client.binary, ours.kubeconfig, 'survival'], {
      onFirstLine: () => crashes.push(crashTwice()),
    })
    await Promise.all(crashes)
    expect(done.get('survival')?.error).toBeUndefined()
    expect(done.get('survival')?.result).toEqual({ stored: 150, interrupted: true })
  })
})
