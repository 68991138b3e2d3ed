import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ExamplePlane, examplePlane, type Told } from './example-plane.ts'

const POD = '/api/v1/namespaces/default/pods/looked-at'

let plane: ExamplePlane
beforeAll(async () => {
  plane = await examplePlane()
  const spec = { containers: [{ name: 'a', image: 'x' }] }
  const body = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'looked-at' }, spec }
  await plane.send('POST', '/api/v1/namespaces/default/pods', body)
})
afterAll(() => plane[Symbol.asyncDispose]())

function look(ephemeralContainers: readonly object[], more: object = {}): Promise<Told> {
  return plane.send('PATCH', `${POD}/ephemeralcontainers`, { ...more, spec: { ephemeralContainers } })
}

describe('ephemeral containers', () => {
  it('come through a path of their own, which reaches nothing else', async () => {
    const { status, body } = await look([{ name: 'dbg', image: 'x' }], { metadata: { labels: { a: 'b' } } })
    expect([status, body.metadata.labels, body.metadata.generation]).toEqual([200, undefined, 2])
    expect(body.spec.ephemeralContainers).toMatchObject([{ name: 'dbg', image: 'x' }])
  })

  it('neither change nor go', async () => {
    expect((await look([])).body.message).toBe(
      'Pod "looked-at" is invalid: spec.ephemeralContainers: Forbidden: existing ephemeral containers "dbg" may not be removed\n',
    )
    expect((await look([{ name: 'dbg', image: 'y' }])).body.message).toContain(
      'existing ephemeral containers "dbg" may not be changed\n@@ -1,6 +1,6 @@\n {\n  "Name": "dbg",\n- "Image": "x",\n+ "Image": "y",\n',
    )
  })

  it('have a name and an image of their own, and nothing that keeps a pod going', async () => {
    const dbg = { name: 'dbg', image: 'x' }
    const wrong = { name: 'a', ports: [{ containerPort: 80 }], targetContainerName: 'none' }
    const { causes } = (await look([dbg, wrong])).body.details
    expect(causes.map(({ field, message }: Record<string, string>) => `${field}: ${message}`)).toEqual([
      'spec.ephemeralContainers[1].image: Required value',
      'spec.ephemeralContainers[1].name: Duplicate value: "a"',
      'spec.ephemeralContainers[1].targetContainerName: Not found: "none"',
      'spec.ephemeralContainers[1].ports: Forbidden: cannot be set for an Ephemeral Container',
    ])
  })
})
