import { isObject, type JsonObject, type JsonValue } from '../json/json-value.ts'

/** Anything that the API stores: what it is, what it is called, and whatever else its kind has. */
export interface ApiObject extends JsonObject {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: ObjectMeta
}

/** The part of metadata that the server itself looks at. */
export interface ObjectMeta extends JsonObject {
  readonly name: string
  readonly namespace?: string
  readonly generateName?: string
  readonly uid?: string
  readonly resourceVersion?: string
  readonly generation?: number
  readonly creationTimestamp?: string
  readonly deletionTimestamp?: string
  readonly deletionGracePeriodSeconds?: number
  readonly labels?: Readonly<Record<string, string>>
  readonly annotations?: Readonly<Record<string, string>>
  readonly finalizers?: readonly string[]
  readonly ownerReferences?: readonly JsonObject[]
  readonly managedFields?: readonly JsonObject[]
}

/** Metadata of something that has just been read and not been checked. */
export function metaOf(object: JsonObject): JsonObject {
  return isObject(object.metadata) ? object.metadata : {}
}

/** The same object with some of its metadata changed; undefined takes a member away. */
export function withMeta<T extends JsonObject>(
  object: T,
  changes: Readonly<Record<string, JsonValue | undefined>>,
): T {
  const metadata: Record<string, JsonValue | undefined> = { ...metaOf(object), ...changes }
  for (const [key, value] of Object.entries(changes)) if (value === undefined) delete metadata[key]
  return { ...object, metadata }
}

/** Whole seconds, as Kubernetes writes times. */
export function timestamp(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`
}
