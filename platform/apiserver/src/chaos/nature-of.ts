import { isObject, type JsonObject, type JsonValue } from '../json/json-value.ts'
import { requestInfoOf } from '../requests/request-info.ts'
import type { ApiRequest } from '../server/api-request.ts'
import type { Nature } from './plan-faults.ts'

/** What a request is, as far as faults go. */
export function natureOf({ method, path, query, body }: ApiRequest): Nature {
  const info = requestInfoOf(path)
  const old = info.type === 'resource' && info.watch
  if (method === 'GET' || method === 'HEAD') {
    const watch = info.type === 'resource' && (old || ['true', '1'].includes(query.get('watch') ?? ''))
    const version = query.get('resourceVersion') ?? ''
    const resumes = watch
      ? !['', '0'].includes(version) && query.get('sendInitialEvents') !== 'true'
      : query.has('continue')
    return { type: watch ? 'watch' : 'read', conditional: false, resumes }
  }
  const conditional = (method === 'PUT' || method === 'PATCH') && namesVersion(body)
  return { type: 'write', conditional, resumes: false }
}

function namesVersion(body: Uint8Array): boolean {
  try {
    const value = JSON.parse(new TextDecoder().decode(body)) as JsonValue
    const metadata = isObject(value) ? (value as JsonObject).metadata : undefined
    const version = isObject(metadata) ? metadata.resourceVersion : undefined
    return typeof version === 'string' && version !== ''
  } catch {
    return false // protobuf, YAML, or nothing that could be read at all
  }
}
