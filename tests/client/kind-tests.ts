import { type Client, CustomResourceDefinition, fullNameOf } from '@reeve/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Subject, until } from './subject.ts'

const group = `g${Math.random().toString(36).slice(2)}.reeve.dev`
const DEFINITION = {
  metadata: { name: `gadgets.${group}` },
  spec: {
    group,
    scope: 'Namespaced',
    names: { kind: 'Gadget', plural: 'gadgets', singular: 'gadget', shortNames: ['gdg'] },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: { type: 'object', properties: { size: { type: 'integer', format: 'int64' } } },
            },
          },
        },
      },
    ],
  },
}

export function kindTests(connect: Subject['connect']): void {
  describe('kinds', () => {
    let client: Client
    beforeAll(async () => {
      client = await connect()
    })
    afterAll(() => client.close())

    it('are found by every name that people use', async () => {
      const deployments = { group: 'apps', version: 'v1', kind: 'Deployment', plural: 'deployments' }
      for (const name of ['deploy', 'deployment', 'deployments', 'Deployment', 'deploy.apps']) {
        expect(await client.kinds.named(name)).toMatchObject({ ...deployments, namespaced: true })
      }
      const found = await client.kinds.named('deployments.v1.apps')
      expect(found.subresources).toEqual(expect.arrayContaining(['scale', 'status']))
      expect(found.verbs).toContain('deletecollection')
      expect(fullNameOf(found)).toBe('deployments.v1.apps')
      expect(await client.kinds.named('po')).toMatchObject({ group: '', version: 'v1', kind: 'Pod' })
      expect(await client.kinds.of({ apiVersion: 'v1', kind: 'Node' })).toMatchObject({ namespaced: false })
      await expect(client.kinds.named('nonsense')).rejects.toMatchObject({ code: 'CLIENT_UNKNOWN_KIND' })
    })

    it('that are defined later are found when they are asked for', async () => {
      await client.kinds.all()
      await client.create(CustomResourceDefinition, DEFINITION)
      await until(
        () => client.kinds.refresh().then((kinds) => kinds.some((each) => each.group === group)),
        'the definition is served',
      )
      const fresh = await connect()
      const kind = await fresh.kinds.named('gdg')
      expect(kind).toMatchObject({ group, kind: 'Gadget', subresources: ['status'] })
      const object = { apiVersion: `${group}/v1`, kind: 'Gadget', metadata: { name: 'g' } }
      const size = 9223372036854775807n
      const made = await fresh.create(kind, { ...object, spec: { size } })
      expect(made.spec).toEqual({ size })
      expect(await fresh.kinds.of(object)).toEqual(kind)
      await fresh.delete(CustomResourceDefinition, DEFINITION.metadata)
      await fresh.close()
    })
  })
}
