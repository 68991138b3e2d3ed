import { type KubernetesServer, useSystem } from '@reeve/test-servers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildClient } from '../build-client.ts'
import { expectSameStep } from '../expect-same-step.ts'
import { runClient, type Step } from '../run-client.ts'
import { type ServedReeve, serveReeve } from '../serve-reeve.ts'

const kubernetes = await useSystem('kubernetes')
const client = await buildClient('rust')

/** Each step of the program, and what it shows. */
const STEPS = {
  discovery: 'finds out what is served, aggregated and by group, and uses a kind by its name',
  objects: 'makes, reads, replaces, patches, pages through and deletes objects',
  apply: 'applies on the server, is told conflicts, and forces',
  errors: 'is told what is wrong by a Status',
  leases: 'takes over a Lease',
  watching: 'watches after a list in pages',
  streaming: 'watches after a streamed list',
  reflector: 'keeps a store by a watch that is resumed',
  metadata: 'watches metadata only',
  controller: 'runs a controller with a finalizer, owned objects, status and events',
} as const

describe.skipIf(!kubernetes.available || !client.available)('a Rust program', () => {
  let ours: ServedReeve
  let real: KubernetesServer
  let on: { ours: ReadonlyMap<string, Step>; real: ReadonlyMap<string, Step> }

  beforeAll(async () => {
    if (!client.available) return
    const { binary } = client
    ;[ours, real] = await Promise.all([serveReeve(), kubernetes.start()])
    const run = (kubeconfig: string) => runClient([binary, kubeconfig, ...Object.keys(STEPS)])
    const [mine, theirs] = await Promise.all([run(ours.kubeconfig), run(real.kubeconfig)])
    on = { ours: mine, real: theirs }
  }, 300_000)
  afterAll(async () => {
    await Promise.all([ours?.stop(), real?.stop()])
  })

  it.each(Object.entries(STEPS))('%s: %s', (name) => {
    expectSameStep(name, on)
  })

  it('sees each change once', () => {
    const before = ['init', 'initially one', 'initially three', 'initially two', 'done']
    const then = ['applied four', 'deleted one', 'deleted two']
    expect(on.ours.get('watching')?.result).toEqual([...before, ...then])
    expect(on.ours.get('controller')?.result).toMatchObject({ tidied: true })
  })
})
