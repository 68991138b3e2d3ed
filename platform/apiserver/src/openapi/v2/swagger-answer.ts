import { formatJson } from '../../json/format-json.ts'
import type { ResourceRegistry } from '../../resources/resource-registry.ts'
import { etagOf } from '../../server/etag.ts'
import { openApiV2 } from './open-api-v2.ts'
import { SWAGGER_PROTOBUF, swaggerProtobuf } from './swagger-protobuf.ts'

/** The swagger document in a form that a client accepts. */
export interface SwaggerAnswer {
  readonly contentType: string
  readonly content: string | Uint8Array
  /** The same for every form, as a real server has it; not yet in quotes. */
  readonly etag: string
}

interface Kept {
  readonly edition: number
  readonly json: string
  readonly etag: string
  protobuf?: Uint8Array
}

const JSON_TYPES = new Set(['', '*/*', 'application/*', 'application/json'])
const PROTOBUF_TYPES = new Set([
  SWAGGER_PROTOBUF,
  'application/com.github.proto-openapi.spec.v2@v1.0+protobuf',
])
const kept = new WeakMap<ResourceRegistry, Kept>()

/** What `/openapi/v2` answers; undefined if nothing is acceptable. Made when first asked for after kinds have changed. */
export function swaggerAnswer(registry: ResourceRegistry, accept = ''): SwaggerAnswer | undefined {
  for (const part of accept.split(',')) {
    const type = part.split(';')[0]?.trim() ?? ''
    if (!JSON_TYPES.has(type) && !PROTOBUF_TYPES.has(type)) continue
    const document = documentOf(registry)
    const { etag, json } = document
    if (JSON_TYPES.has(type)) return { contentType: 'application/json', content: json, etag }
    document.protobuf ??= swaggerProtobuf(openApiV2(registry))
    return { contentType: SWAGGER_PROTOBUF, content: document.protobuf, etag }
  }
  return undefined
}

function documentOf(registry: ResourceRegistry): Kept {
  const known = kept.get(registry)
  if (known?.edition === registry.edition) return known
  const json = formatJson(openApiV2(registry))
  const made: Kept = { edition: registry.edition, json, etag: etagOf(json) }
  kept.set(registry, made)
  return made
}
