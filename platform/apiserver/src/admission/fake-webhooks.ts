import { once } from 'node:events'
import { createServer as createPlainServer, type ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { JsonObject, JsonValue } from '../json/json-value.ts'
import { makeCertificate } from '../tls/certificate.ts'

/** Webhooks on a loopback port that do what their path says and keep what they were sent. For tests only. */
export interface FakeWebhooks extends AsyncDisposable {
  readonly port: number
  /** Where something listens that speaks no TLS. */
  readonly plainPort: number
  /** PEM, base64, as a configuration has it. */
  readonly caBundle: string
  /** What was received: path with query, and the review. */
  readonly received: { readonly url: string; readonly review: JsonObject }[]
}

const TIMES = { notBefore: Date.parse('2025-01-01'), notAfter: Date.parse('2055-01-01') }
const serial = (n: number): Uint8Array => new Uint8Array(16).fill(n)
const CA = 'hook-ca'

/** An authority of that name and a server certificate for loopback and services by it. */
export function hookCertificates() {
  const authority = makeCertificate({ commonName: CA, use: 'authority', serial: serial(1), ...TIMES })
  const issuer = { ...authority, commonName: CA }
  const hosts = ['localhost', '127.0.0.1', 'hooks.tools.svc']
  const server = makeCertificate({
    commonName: 'hook',
    use: 'server',
    hosts,
    issuer,
    serial: serial(2),
    ...TIMES,
  })
  return { authority, server }
}

/** What further paths answer to the `request` of a review. */
export type FakeAnswers = Readonly<Record<string, (request: JsonObject) => JsonValue>>

export async function startFakeWebhooks(more: FakeAnswers = {}): Promise<FakeWebhooks> {
  const { authority, server: tls } = hookCertificates()
  const received: { url: string; review: JsonObject }[] = []
  const server = createServer(tls, (request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (data: string) => {
      text += data
    })
    request.once('end', () => {
      const url = request.url ?? ''
      const review = text === '' ? {} : (JSON.parse(text) as JsonObject)
      received.push({ url, review })
      const further = more[url.replace(/\?.*/, '')]
      if (further === undefined) answer(url, review, response)
      else send(response, further((review.request ?? {}) as JsonObject))
    })
  })
  server.on('tlsClientError', () => {})
  server.listen(0, '127.0.0.1')
  const plain = createPlainServer((_, response) => void response.end('plain'))
  plain.listen(0, '127.0.0.1')
  await Promise.all([once(server, 'listening'), once(plain, 'listening')])
  return {
    port: (server.address() as AddressInfo).port,
    plainPort: (plain.address() as AddressInfo).port,
    caBundle: Buffer.from(authority.cert).toString('base64'),
    received,
    [Symbol.asyncDispose]: async () => {
      for (const one of [server, plain]) {
        one.closeAllConnections()
        one.close()
        await once(one, 'close')
      }
    },
  }
}

type Behaviour = (response: ServerResponse, request: JsonObject) => void

function answer(url: string, review: JsonObject, response: ServerResponse): void {
  const path = new URL(url, 'https://hook').pathname
  const behaviour = BEHAVIOURS[path]
  const request = (review.request ?? {}) as JsonObject
  if (behaviour === undefined) respond(response, { allowed: true }, request)
  else behaviour(response, request)
}

function respond(response: ServerResponse, body: JsonObject, request: JsonObject): void {
  send(response, review({ uid: request.uid ?? '', ...body }))
}

function review(response: JsonObject): JsonObject {
  return { apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', response }
}

function send(response: ServerResponse, body: JsonValue | string, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}

const says =
  (body: JsonObject): Behaviour =>
  (response, request) =>
    respond(response, body, request)
const raw =
  (body: JsonValue, status = 200): Behaviour =>
  (response) =>
    send(response, body, status)
const patches =
  (...operations: readonly JsonObject[]): Behaviour =>
  (response, request) =>
    respond(response, { allowed: true, patchType: 'JSONPatch', patch: encoded(operations) }, request)
const encoded = (value: JsonValue): string => Buffer.from(JSON.stringify(value)).toString('base64')

/** Adds one to a count in the object, or begins it. */
const counts: Behaviour = (response, request) => {
  const object = request.object as JsonObject
  const data = (object.data ?? {}) as JsonObject
  const count = String(Number(data.count ?? 0) + 1)
  patches({ op: 'add', path: '/data/count', value: count })(response, request)
}

const BEHAVIOURS: Readonly<Record<string, Behaviour>> = {
  '/deny': says({ allowed: false }),
  '/deny-message': says({ allowed: false, status: { message: 'no way' } }),
  '/deny-reason': says({ allowed: false, status: { reason: 'Forbidden' } }),
  '/deny-status': says({
    allowed: false,
    warnings: ['denied with a warning'],
    status: {
      code: 403,
      reason: 'Forbidden',
      message: 'not yours',
      details: { name: 'x', kind: 'y', causes: [{ reason: 'R', message: 'm', field: 'f' }] },
    },
  }),
  '/deny-odd': says({
    allowed: false,
    status: { code: 200, status: 'Success', message: 'odd', metadata: { resourceVersion: '7' } },
  }),
  '/warn': says({ allowed: true, warnings: ['first', 'second "quoted"', 'first', '', 'über'] }),
  '/audit': says({ allowed: true, auditAnnotations: { why: 'because' } }),
  '/patch': patches({ op: 'add', path: '/metadata/labels', value: { patched: 'yes' } }),
  '/patch-data': patches({ op: 'replace', path: '/data/a', value: 'changed' }),
  '/patch-same': patches({ op: 'replace', path: '/data/a', value: '1' }),
  '/patch-null': patches({ op: 'add', path: '/data/n', value: null }),
  '/patch-number': patches({ op: 'add', path: '/data/n', value: 1 }),
  '/patch-empty': patches(),
  '/patch-missing': patches({ op: 'add', path: '/no/such/path', value: 1 }),
  '/patch-remove': patches({ op: 'remove', path: '/data/none' }),
  '/patch-replace': patches({ op: 'replace', path: '/data/none', value: '1' }),
  '/patch-test': patches({ op: 'test', path: '/data/a', value: '2' }),
  '/patch-unknown': patches({ op: 'frob', path: '/data/a', value: '2' }),
  '/patch-move': patches({ op: 'move', from: '/data/none', path: '/data/b' }),
  '/patch-copy': patches({ op: 'copy', from: '/none/a', path: '/data/b' }),
  '/patch-index': patches({ op: 'add', path: '/metadata/managedFields/99', value: {} }),
  '/patch-kind': patches({ op: 'replace', path: '/kind', value: 'Secret' }),
  '/patch-name': patches({ op: 'replace', path: '/metadata/name', value: 'other' }),
  '/patch-whole': patches({ op: 'remove', path: '/kind' }),
  '/patch-object': says({ allowed: true, patchType: 'JSONPatch', patch: encoded({ op: 'add' }) }),
  '/patch-text': says({
    allowed: true,
    patchType: 'JSONPatch',
    patch: Buffer.from('nonsense').toString('base64'),
  }),
  '/patch-base64': says({ allowed: true, patchType: 'JSONPatch', patch: '***' }),
  '/patch-type': says({ allowed: true, patch: encoded([{ op: 'remove', path: '/data' }]) }),
  '/patch-merge': says({
    allowed: true,
    patchType: 'Merge',
    patch: encoded([{ op: 'remove', path: '/data' }]),
  }),
  '/patch-none': says({ allowed: true, patchType: 'JSONPatch' }),
  '/patch-blank': says({ allowed: true, patchType: '', patch: encoded([{ op: 'remove', path: '/data' }]) }),
  '/count': counts,
  '/bad-uid': (response) => send(response, review({ uid: 'other', allowed: true })),
  '/no-uid': (response) => send(response, review({ allowed: true })),
  '/no-response': raw({ apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview' }),
  '/no-kind': (response, request) => send(response, { response: { uid: request.uid ?? '', allowed: true } }),
  '/other-kind': raw({ apiVersion: 'v1', kind: 'ConfigMap' }),
  '/other-version': (response, request) =>
    send(response, {
      ...review({ uid: request.uid ?? '', allowed: true }),
      apiVersion: 'admission.k8s.io/v1beta1',
    }),
  '/unknown-version': (response, request) =>
    send(response, {
      ...review({ uid: request.uid ?? '', allowed: true }),
      apiVersion: 'admission.k8s.io/v7',
    }),
  '/list': raw([1, 2]),
  '/empty': raw(''),
  '/text': raw('hello'),
  '/broken': raw('{"apiVersion": '),
  '/wrong-type': (response, request) => send(response, review({ uid: request.uid ?? '', allowed: 'yes' })),
  '/status-400': raw('bad', 400),
  '/status-401': raw('', 401),
  '/status-404': raw('not here', 404),
  '/status-409': raw('not here', 409),
  '/status-500': raw('boom', 500),
  '/status-503': raw('boom', 503),
  '/status-500-empty': raw('', 500),
  '/status-500-status': raw(
    { apiVersion: 'v1', kind: 'Status', status: 'Failure', message: 'told', reason: 'Conflict', code: 409 },
    500,
  ),
  '/status-204': (response) => void response.writeHead(204).end(),
  '/status-201': (response, request) =>
    send(response, review({ uid: request.uid ?? '', allowed: true }), 201),
  '/redirect': (response) => void response.writeHead(302, { location: '/allow' }).end(),
  '/redirect-307': (response) => void response.writeHead(307, { location: '/allow' }).end(),
  '/reset': (response) => void response.destroy(),
  '/hang': () => {},
}
