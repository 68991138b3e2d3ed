import { startControlPlane } from '@reeve/apiserver'
import { openEtcdLedger } from '@reeve/ledger'
import { useSystem } from '@reeve/test-servers'
import { describe, expect, it } from 'vitest'
import { ask, eventsOf } from './in-process.ts'
import { DEFINITION } from './random-asks.ts'

const etcd = await useSystem('etcd')
const DEVICES = '/apis/twin.example.io/v1/namespaces/default/devices'
const MERGE = 'application/merge-patch+json'

describe.skipIf(!etcd.available)('two control planes on one etcd', () => {
  it('are one API: kinds, objects, conflicts and watches are the same on both', async () => {
    await using server = await etcd.start({ unsafeNoFsync: true })
    const ledgers = await Promise.all([1, 2].map(() => openEtcdLedger({ endpoints: [server.endpoint] })))
    const [one, two] = await Promise.all(ledgers.map((ledger) => startControlPlane({ ledger })))
    if (one === undefined || two === undefined) throw new Error('not started')
    try {
      await ask(one, 'POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', DEFINITION)
      await expect.poll(async () => (await ask(two, 'GET', DEVICES)).status, { timeout: 10_000 }).toBe(200)

      const { body: list } = await ask(two, 'GET', DEVICES)
      const watching = await eventsOf(
        two,
        `${DEVICES}?watch=true&resourceVersion=${list.metadata.resourceVersion}`,
      )
      const device = {
        apiVersion: 'twin.example.io/v1',
        kind: 'Device',
        metadata: { name: 'a' },
        spec: { mode: 'fast' },
      }
      const made = await ask(one, 'POST', DEVICES, device)
      expect(made.status).toBe(201)
      expect((await ask(two, 'GET', `${DEVICES}/a`)).body).toEqual(made.body)

      expect((await ask(two, 'PUT', `${DEVICES}/a`, { ...made.body, spec: { mode: 'slow' } })).status).toBe(
        200,
      )
      expect((await ask(one, 'PUT', `${DEVICES}/a`, { ...made.body, spec: { size: 2 } })).body).toMatchObject(
        { code: 409 },
      )

      // Fifty changes through both doors at once: each is made once, and every version is a new one.
      const patches = Array.from({ length: 50 }, (_, n) =>
        ask(
          n % 2 === 0 ? one : two,
          'PATCH',
          `${DEVICES}/a`,
          { metadata: { labels: { [`n${n}`]: '' } } },
          MERGE,
        ),
      )
      const versions = (await Promise.all(patches)).map(({ body }) => body.metadata.resourceVersion)
      expect(new Set(versions).size).toBe(50)
      expect(Object.keys((await ask(one, 'GET', `${DEVICES}/a`)).body.metadata.labels)).toHaveLength(50)

      expect((await ask(one, 'DELETE', `${DEVICES}/a`)).status).toBe(200)
      const types: string[] = []
      while (types.at(-1) !== 'DELETED') types.push((await watching.next()).value.type)
      expect(types).toEqual(['ADDED', ...Array.from({ length: 51 }, () => 'MODIFIED'), 'DELETED'])
      await watching.return?.()
    } finally {
      await Promise.all([one, two].map((plane) => plane.close()))
      await Promise.all(ledgers.map((ledger) => ledger.close()))
    }
  })
})
