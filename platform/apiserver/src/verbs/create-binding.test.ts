import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ExamplePlane, examplePlane, type Told } from '../builtin/pods/example-plane.ts'

const PODS = '/api/v1/namespaces/default/pods'

let plane: ExamplePlane
beforeAll(async () => {
  plane = await examplePlane()
})
afterAll(() => plane[Symbol.asyncDispose]())

async function makePod(name: string): Promise<void> {
  const spec = { containers: [{ name: 'a', image: 'x' }] }
  await plane.send('POST', PODS, { apiVersion: 'v1', kind: 'Pod', metadata: { name }, spec })
}

function bind(name: string, target: object, metadata: object = {}): Promise<Told> {
  const body = { apiVersion: 'v1', kind: 'Binding', metadata: { name, ...metadata }, target }
  return plane.send('POST', `${PODS}/${name}/binding`, body)
}

describe('a binding', () => {
  it('gives a pod to a node, with its annotations', async () => {
    await makePod('bound')
    expect((await bind('bound', { kind: 'Node', name: 'n1' }, { annotations: { a: 'b' } })).status).toBe(201)
    const { body } = await plane.send('GET', `${PODS}/bound`)
    expect(body.spec.nodeName).toBe('n1')
    expect(body.metadata.annotations).toEqual({ a: 'b' })
    expect(body.status.conditions).toMatchObject([{ type: 'PodScheduled', status: 'True' }])
  })

  it('is made once', async () => {
    await makePod('twice')
    await bind('twice', { kind: 'Node', name: 'n1' })
    const { status, body } = await bind('twice', { kind: 'Node', name: 'n2' })
    expect([status, body.message]).toEqual([
      409,
      'Operation cannot be fulfilled on pods/binding "twice": pod twice is already assigned to node "n1"',
    ])
  })

  it('needs a node, and the pod that it means', async () => {
    await makePod('meant')
    expect((await bind('meant', {})).body).toMatchObject({
      code: 500,
      message: 'target.name: Required value',
    })
    expect((await bind('meant', { kind: 'Pod', name: 'x' })).body.message).toBe(
      'target.kind: Unsupported value: "Pod": supported values: "Node", "<empty>"',
    )
    expect((await bind('meant', { name: 'n1' }, { uid: 'another' })).status).toBe(409)
    expect((await bind('missing', { name: 'n1' })).status).toBe(404)
  })
})
