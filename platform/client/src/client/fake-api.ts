import type { ApiObject } from '../kinds/api-object.ts'
import type { InProcessAnswer, InProcessRequest, InProcessServer } from '../transport/in-process-transport.ts'

interface Stream {
  push(event: object): void
  end(error?: Error): void
}

/** A tiny API of one kind in one namespace, for tests that look into it: what was asked, and what streams are open. */
export class FakeApi implements InProcessServer {
  readonly asked: InProcessRequest[] = []
  readonly objects = new Map<string, ApiObject>()
  readonly streams = new Set<Stream>()
  /** What is answered next, in place of what would be. */
  readonly answers: InProcessAnswer[] = []
  /** Whether writes are told to streams; if not, they wait in `held`. */
  telling = true
  readonly held: object[] = []
  version = 100

  async handle(request: InProcessRequest): Promise<InProcessAnswer> {
    this.asked.push(request)
    const answer = this.answers.shift()
    if (answer !== undefined) return answer
    const [, name] = /\/(?:configmaps|leases)\/([^/]+)/.exec(request.path) ?? []
    if (request.method === 'GET') return name === undefined ? this.#all(request) : this.#one(name)
    if (request.method === 'DELETE') return this.#remove(String(name))
    const object = JSON.parse(new TextDecoder().decode(request.body)) as ApiObject
    const known = this.objects.get(object.metadata.name ?? '')
    if (request.method === 'POST' && known !== undefined) return refusal(409, 'AlreadyExists')
    const { resourceVersion } = object.metadata
    const outdated = resourceVersion !== undefined && resourceVersion !== known?.metadata.resourceVersion
    if (request.method === 'PUT' && outdated) return refusal(409, 'Conflict')
    return this.put(object, request.query.has('dryRun'))
  }

  /** Stores an object as somebody else would. */
  put(object: ApiObject, dryRun = false): InProcessAnswer {
    const { name = '' } = object.metadata
    const known = this.objects.get(name)
    if (!dryRun) this.version += 1
    const uid = known?.metadata.uid ?? `uid-${this.version}`
    const metadata = {
      ...object.metadata,
      namespace: 'default',
      uid,
      resourceVersion: String(this.version),
      managedFields: [{ manager: 'fake' }],
    }
    const stored = { apiVersion: 'v1', kind: 'ConfigMap', ...object, metadata }
    if (dryRun) return { type: 'object', status: 200, object: stored }
    this.objects.set(name, stored)
    this.#tell({ type: known === undefined ? 'ADDED' : 'MODIFIED', object: stored })
    return { type: 'object', status: known === undefined ? 201 : 200, object: stored }
  }

  /** Tells what was held back. */
  release(): void {
    this.telling = true
    for (const event of this.held.splice(0)) this.#tell(event)
  }

  #remove(name: string): InProcessAnswer {
    const known = this.objects.get(name)
    if (known === undefined) return refusal(404, 'NotFound')
    this.objects.delete(name)
    this.version += 1
    const object = { ...known, metadata: { ...known.metadata, resourceVersion: String(this.version) } }
    this.#tell({ type: 'DELETED', object })
    const details = { name, uid: known.metadata.uid }
    return { type: 'object', status: 200, object: { kind: 'Status', status: 'Success', details } }
  }

  #one(name: string): InProcessAnswer {
    const object = this.objects.get(name)
    return object === undefined ? refusal(404, 'NotFound') : { type: 'object', status: 200, object }
  }

  #all({ query, signal }: InProcessRequest): InProcessAnswer {
    const metadata = { resourceVersion: String(this.version) }
    const items = [...this.objects.values()]
    if (!query.has('watch')) return { type: 'object', status: 200, object: { metadata, items } }
    const first = query.has('sendInitialEvents')
      ? [...items.map((object) => ({ type: 'ADDED', object })), initialEnd(String(this.version))]
      : []
    return { type: 'stream', events: this.#stream(first, signal) }
  }

  #tell(event: object): void {
    if (!this.telling) this.held.push(event)
    else for (const stream of this.streams) stream.push(event)
  }

  async *#stream(first: readonly object[], signal: AbortSignal): AsyncGenerator<object> {
    const waiting: object[] = [...first]
    let wake = (): void => {}
    let over = false
    let error: Error | undefined
    const stream: Stream = {
      push: (event) => {
        waiting.push(event)
        wake()
      },
      end: (failed) => {
        over = true
        error = failed
        wake()
      },
    }
    const abort = (): void => stream.end()
    signal.addEventListener('abort', abort, { once: true })
    this.streams.add(stream)
    try {
      for (;;) {
        const event = waiting.shift()
        if (event !== undefined) yield event
        else if (error !== undefined) throw error
        else if (over) return
        else await new Promise<void>((resolve) => (wake = resolve))
      }
    } finally {
      this.streams.delete(stream)
      signal.removeEventListener('abort', abort)
    }
  }
}

function initialEnd(resourceVersion: string): object {
  const annotations = { 'k8s.io/initial-events-end': 'true' }
  return { type: 'BOOKMARK', object: { metadata: { resourceVersion, annotations } } }
}

/** A refusal as a server words it. */
export function refusal(code: number, reason: string): InProcessAnswer {
  const object = { kind: 'Status', apiVersion: 'v1', status: 'Failure', code, reason, message: reason }
  return { type: 'object', status: code, object }
}
