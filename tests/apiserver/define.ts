import { realClock, sleep } from '@reeve/ground'
import { DEFINITION } from './random-asks.ts'
import type { Server } from './twins.ts'

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const COLLECTIONS = [
  '/apis/twin.example.io/v1/namespaces/default/devices',
  '/api/v1/namespaces/default/configmaps',
]

/** Defines the kind that the requests by chance are about, and waits until it is served. */
export async function define(server: Server): Promise<void> {
  await server.ask({ method: 'POST', path: DEFINITIONS, body: DEFINITION })
  for (let tries = 0; tries < 200; tries += 1) {
    const { status } = await server.ask({ method: 'GET', path: '/apis/twin.example.io/v1/devices' })
    if (status === 200) return
    await sleep(realClock, 100)
  }
  throw new Error(`${server.name} does not serve the definition`)
}

/** Takes away whatever the requests may have made. */
export async function clear(server: Server): Promise<void> {
  for (const path of COLLECTIONS.flatMap((collection) =>
    ['a', 'b', 'c'].map((name) => `${collection}/${name}`),
  )) {
    const body = { metadata: { finalizers: null } }
    await server.ask({ method: 'PATCH', type: 'application/merge-patch+json', path, body })
    await server.ask({ method: 'DELETE', path })
  }
}
