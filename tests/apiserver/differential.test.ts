import { isDeepStrictEqual } from 'node:util'
import { realClock, sleep } from '@reeve/ground'
import { useSystem } from '@reeve/test-servers'
import { seededRandom } from '@reeve/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { normalise } from './normalise.ts'
import { DEFINITION, randomAsks } from './random-asks.ts'
import { type Ask, ourServer, realServer, type Server } from './twins.ts'

const kubernetes = await useSystem('kubernetes')
const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const COLLECTIONS = [
  '/apis/twin.example.io/v1/namespaces/default/devices',
  '/api/v1/namespaces/default/configmaps',
]
const SEEDS = Array.from({ length: 12 }, (_, n) => n + 1)

describe.skipIf(!kubernetes.available)('beside a real kube-apiserver', () => {
  let real: Server
  let ours: Server
  beforeAll(async () => {
    real = realServer(await kubernetes.start({}))
    ours = await ourServer()
    for (const server of [real, ours]) await define(server)
  })
  afterAll(async () => {
    await ours?.[Symbol.asyncDispose]()
    await real?.[Symbol.asyncDispose]()
  })

  it.each(SEEDS)('answers the same to the same 60 requests by chance, seed %i', async (seed) => {
    const differences: string[] = []
    for (const ask of randomAsks(seededRandom(seed), 60)) {
      const [wanted, got] = [normalise(await real.ask(ask)), normalise(await ours.ask(ask))]
      if (!isDeepStrictEqual(wanted, got)) differences.push(told(ask, wanted, got))
    }
    for (const server of [real, ours]) await clear(server)
    expect(differences).toEqual([])
  })
})

async function define(server: Server): Promise<void> {
  await server.ask({ method: 'POST', path: DEFINITIONS, body: DEFINITION })
  for (let tries = 0; tries < 200; tries += 1) {
    const { status } = await server.ask({ method: 'GET', path: '/apis/twin.example.io/v1/devices' })
    if (status === 200) return
    await sleep(realClock, 100)
  }
  throw new Error(`${server.name} does not serve the definition`)
}

async function clear(server: Server): Promise<void> {
  for (const path of COLLECTIONS.flatMap((collection) =>
    ['a', 'b', 'c'].map((name) => `${collection}/${name}`),
  )) {
    const body = { metadata: { finalizers: null } }
    await server.ask({ method: 'PATCH', type: 'application/merge-patch+json', path, body })
    await server.ask({ method: 'DELETE', path })
  }
}

function told(ask: Ask, wanted: unknown, got: unknown): string {
  const { method, path, type = '', body } = ask
  return [
    `${method} ${path} ${type} ${JSON.stringify(body)}`,
    `  real ${JSON.stringify(wanted)}`,
    `  ours ${JSON.stringify(got)}`,
  ].join('\n')
}
