import type { Entry } from '@reeve/ledger'
import { formatJson } from '../json/format-json.ts'
import type { JsonObject, JsonValue } from '../json/json-value.ts'
import { parseJson } from '../json/parse-json.ts'
import { type ApiObject, withMeta } from '../resources/api-object.ts'
import type { Resource } from '../resources/resource.ts'
import type { ResourceRegistry } from '../resources/resource-registry.ts'

const utf8 = new TextDecoder()
const encoder = new TextEncoder()

/**
 * An object as it is stored: without its resource version, which is the revision that wrote it. What it is and its
 * metadata come first, so that the resource version can be put in without reading the rest.
 */
export function encodeObject({ apiVersion, kind, metadata, ...rest }: ApiObject): Uint8Array {
  const { resourceVersion: _, ...meta } = metadata
  return encoder.encode(formatJson({ apiVersion, kind, metadata: meta, ...rest }))
}

/** A stored object in the version it was stored in. */
export function decodeObject(entry: Pick<Entry, 'value'>, revision: number): ApiObject {
  const object = parseStored(utf8.decode(entry.value)) as ApiObject
  return withMeta(object, { resourceVersion: String(revision) })
}

/** Numbers that may be more than a double holds: sixteen digits or more. They stand in texts, too, and no harm is done. */
const LONG = /\d{16}/

/** What was written from a value has no member twice and nests no deeper than that did: only numbers need a look. */
function parseStored(text: string): JsonValue {
  return LONG.test(text) ? parseJson(text).value : (JSON.parse(text) as JsonValue)
}

/** Where all objects lie. */
export const ALL = '/registry/'

/** The resource that a key belongs to, in whichever of its versions; undefined if it is not served. */
export function resourceOfKey(registry: ResourceRegistry, key: string): Resource | undefined {
  const [group = '', plural = ''] = key.slice(ALL.length).split('/')
  return registry.findStored(group === 'core' ? '' : group, plural)
}

/** Where objects of a resource lie; '' for all namespaces. */
export function prefixOf({ stored, namespaced }: Resource, namespace: string): string {
  const { group, resource } = stored
  const all = `${ALL}${group === '' ? 'core' : group}/${resource}/`
  return namespaced && namespace !== '' ? `${all}${namespace}/` : all
}

export function keyOf(resource: Resource, namespace: string, name: string): string {
  return `${prefixOf(resource, namespace)}${name}`
}

/** An object that is asked for by what it is called. */
export function keyOfObject(resource: Resource, object: JsonObject & Pick<ApiObject, 'metadata'>): string {
  return keyOf(resource, object.metadata.namespace ?? '', object.metadata.name)
}
