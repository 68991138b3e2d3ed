import { isDeepStrictEqual } from 'node:util'
import { useSystem } from '@reeve/test-servers'
import { seededRandom } from '@reeve/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clear, define } from './define.ts'
import { normalise } from './normalise.ts'
import { randomAsks } from './random-asks.ts'
import { type Ask, ourServer, realServer, type Server } from './twins.ts'

const kubernetes = await useSystem('kubernetes')
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

function told(ask: Ask, wanted: unknown, got: unknown): string {
  const { method, path, type = '', body } = ask
  return [
    `${method} ${path} ${type} ${JSON.stringify(body)}`,
    `  real ${JSON.stringify(wanted)}`,
    `  ours ${JSON.stringify(got)}`,
  ].join('\n')
}
