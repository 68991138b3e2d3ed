import { type Client, Lease, LeaseLock } from '@reeve/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Subject } from './subject.ts'

export function leaseTests(connect: Subject['connect']): void {
  describe('leases', () => {
    let client: Client
    const place = { namespace: 'default', name: `lease-${Math.random().toString(36).slice(2)}` }
    beforeAll(async () => {
      client = await connect()
    })
    afterAll(() => client.close())

    it('are held by one at a time, and handed over with a higher epoch', async () => {
      const a = new LeaseLock(client, { ...place, identity: 'a', durationMs: 1_000 })
      const b = new LeaseLock(client, { ...place, identity: 'b', durationMs: 15_000 })
      const [first, second] = await Promise.all([a.attempt(), a.attempt().catch((error) => error)])
      expect([first.type, second.type]).toContain('held')
      expect(await a.attempt()).toMatchObject({ type: 'held', epoch: 0 })
      expect(await b.attempt()).toMatchObject({ type: 'taken', holder: 'a' })
      // Once a has said nothing for as long as it promised, it is b's.
      await new Promise((resolve) => setTimeout(resolve, 1_200))
      expect(await b.attempt()).toMatchObject({ type: 'held', epoch: 1 })
      expect(await a.attempt()).toMatchObject({ type: 'taken', holder: 'b' })
      await b.release()
      expect(await a.attempt()).toMatchObject({ type: 'held', epoch: 2 })
      expect((await client.get(Lease, place)).spec).toMatchObject({
        holderIdentity: 'a',
        leaseTransitions: 2,
      })
    })
  })
}
