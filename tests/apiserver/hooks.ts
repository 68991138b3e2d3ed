import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { makeCertificate } from '@reeve/apiserver'

// biome-ignore lint/suspicious/noExplicitAny: reviews of whatever kind.
type Review = any

/** A webhook that does by its path what a test wants; both servers call the same one. */
export interface Hooks extends AsyncDisposable {
  readonly url: string
  /** The authority to trust, as clientConfig wants it. */
  readonly caBundle: string
  /** What was asked at a path so far, and forgets it. */
  taken(path: string): readonly Review[]
}

const ANSWERS: Readonly<Record<string, (review: Review) => object>> = {
  '/allow': () => ({ allowed: true, warnings: ['mind the gap'] }),
  '/deny': () => ({ allowed: false, status: { code: 418, reason: 'Teapot', message: 'not today' } }),
  '/label': () => ({
    allowed: true,
    patchType: 'JSONPatch',
    patch: Buffer.from(
      JSON.stringify([{ op: 'add', path: '/metadata/labels', value: { 'hook.io/by': 'hook' } }]),
    ).toString('base64'),
  }),
  '/broken': () => ({ allowed: true, patchType: 'JSONPatch', patch: 'bm90IGpzb24=' }),
}

export async function startHooks(): Promise<Hooks> {
  const now = Date.now()
  const tls = makeCertificate({
    commonName: 'hooks',
    use: 'server',
    hosts: ['127.0.0.1'],
    notBefore: now - 60_000,
    notAfter: now + 3_600_000,
    serial: new Uint8Array(16).fill(2),
  })
  const asked = new Map<string, Review[]>()
  const server = createServer(tls, async (request, response) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/'
    let text = ''
    for await (const piece of request) text += piece
    const review = JSON.parse(text) as Review
    asked.set(path, [...(asked.get(path) ?? []), review])
    const answer = path === '/convert' ? converted(review) : ANSWERS[path]?.(review)
    if (answer === undefined) return void response.writeHead(500).end('broken')
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({
        apiVersion: review.apiVersion,
        kind: review.kind,
        response: { uid: review.request.uid, ...answer },
      }),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    caBundle: Buffer.from(tls.cert).toString('base64'),
    taken: (path) => {
      const all = asked.get(path) ?? []
      asked.delete(path)
      return all
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** v1 has `spec.size`, v2 `spec.wide`: the same under another name. */
function converted({ request }: Review): object {
  const { desiredAPIVersion, objects } = request
  const convertedObjects = objects.map((object: Review) => {
    const { size, wide, ...spec } = object.spec ?? {}
    const value = size ?? wide
    const name = desiredAPIVersion.endsWith('/v1') ? 'size' : 'wide'
    return {
      ...object,
      apiVersion: desiredAPIVersion,
      spec: { ...spec, ...(value !== undefined && { [name]: value }) },
    }
  })
  return { result: { status: 'Success' }, convertedObjects }
}
