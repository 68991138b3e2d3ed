import { useSystem } from '@reeve/test-servers'
import { seededRandom } from '@reeve/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { brokenAsks } from './broken-asks.ts'
import { define } from './define.ts'
import { type Ask, ourServer, realServer, type Server } from './twins.ts'

const kubernetes = await useSystem('kubernetes')
const SEEDS = Array.from({ length: 12 }, (_, n) => n + 201)
/** No answer takes this long unless something hangs. */
const HANGS_MS = 20_000

describe.skipIf(!kubernetes.available)('broken requests', () => {
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

  it.each(SEEDS)(
    'are refused without a crash, a hang, or a 500 that the real server would not give, seed %i',
    async (seed) => {
      const bad: string[] = []
      for (const ask of brokenAsks(seededRandom(seed), 150)) {
        const status = await statusOf(ours, ask)
        if (typeof status === 'number' && status < 500) continue
        const wanted = await statusOf(real, ask)
        if (typeof wanted !== 'number' || wanted < 500 || typeof status !== 'number')
          bad.push(`${told(ask)}: ours ${status}, real ${wanted}`)
      }
      expect(bad).toEqual([])
      expect((await ours.ask({ method: 'GET', path: '/readyz' })).body).toBe('ok')
    },
    120_000,
  )
})

async function statusOf(server: Server, ask: Ask): Promise<number | string> {
  try {
    const signal = AbortSignal.timeout(HANGS_MS)
    const hangs = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new Error('hangs')), { once: true })
    })
    return (await Promise.race([server.ask(ask), hangs])).status
  } catch (error) {
    return String(error)
  }
}

function told({ method, path, type, accept, body }: Ask): string {
  return `${method} ${path} ${type} ${accept} ${String(body).slice(0, 300)}`
}
