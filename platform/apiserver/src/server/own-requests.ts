import { formatJson } from '../json/format-json.ts'
import type { JsonObject } from '../json/json-value.ts'
import { type ApiObject, metaOf } from '../resources/api-object.ts'
import type { Resource } from '../resources/resource.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import type { ApiAnswer, ApiRequest } from './api-request.ts'

/** One object by its name; the uid keeps another of that name safe. */
export interface Named {
  readonly namespace: string
  readonly name: string
  readonly uid: string
}

/** What the control plane itself asks for, through the door that everyone uses. */
export interface OwnRequests {
  /** What is there already is as good. */
  make(resource: Resource, namespace: string, object: JsonObject): Promise<void>
  /** What is gone already is as good. */
  remove(resource: Resource, object: Named, policy: 'Background' | 'Foreground'): Promise<void>
  patch(resource: Resource, object: Named, patch: JsonObject): Promise<void>
  /** Server-side apply, by force. */
  apply(resource: Resource, object: ApiObject, manager: string): Promise<void>
  /** Whoever has changed the object since wins. */
  update(resource: Resource, object: ApiObject): Promise<void>
  writeStatus(resource: Resource, object: ApiObject): Promise<void>
}

type Handle = (request: ApiRequest) => Promise<ApiAnswer>

/** Known by this name to whoever looks who owns a field. */
const AGENT = 'kube-apiserver'

export function ownRequests(handle: Handle, store: Pick<ObjectStore, 'get'>): OwnRequests {
  const send = (
    method: string,
    path: string,
    body: JsonObject,
    type = 'application/json',
    query = new URLSearchParams(),
  ) =>
    handle({
      method,
      path: encodeURI(path),
      query,
      headers: { 'content-type': type, 'user-agent': AGENT },
      body: new TextEncoder().encode(formatJson(body)),
      signal: new AbortController().signal,
    })
  return {
    make: async (resource, namespace, object) => {
      // On every start but the first, everything is there: a look costs less than an attempt.
      const { name } = metaOf(object)
      if ((await store.get(resource, namespace, String(name))) !== undefined) return
      const answer = await send('POST', collectionOf(resource, namespace), object)
      if (answer.type === 'object' && answer.status >= 500) throw new Error(String(answer.object.message))
    },
    remove: async (resource, { namespace, name, uid }, propagationPolicy) => {
      const options = { propagationPolicy, preconditions: { uid } }
      await send('DELETE', `${collectionOf(resource, namespace)}/${name}`, options)
    },
    patch: async (resource, { namespace, name }, patch) => {
      const path = `${collectionOf(resource, namespace)}/${name}`
      await send('PATCH', path, patch, 'application/merge-patch+json')
    },
    apply: async (resource, object, manager) => {
      const { namespace = '', name } = object.metadata
      const path = `${collectionOf(resource, namespace)}/${name}`
      const query = new URLSearchParams({ fieldManager: manager, force: 'true' })
      await send('PATCH', path, object, 'application/apply-patch+yaml', query)
    },
    update: async (resource, object) => {
      const { namespace = '', name } = object.metadata
      await send('PUT', `${collectionOf(resource, namespace)}/${name}`, object)
    },
    writeStatus: async (resource, object) => {
      const { namespace = '', name } = object.metadata
      await send('PUT', `${collectionOf(resource, namespace)}/${name}/status`, object)
    },
  }
}

function collectionOf({ group, version, resource, namespaced }: Resource, namespace: string): string {
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`
  return namespaced ? `${root}/namespaces/${namespace}/${resource}` : `${root}/${resource}`
}
