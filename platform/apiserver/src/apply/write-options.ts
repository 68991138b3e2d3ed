import type { JsonObject } from '../json/json-value.ts'
import type { Schema } from '../schema/schema.ts'
import { FieldSet } from './field-set.ts'
import { type FieldType, objectTypeOf } from './field-type.ts'
import { type Path, pathOf } from './path-element.ts'

/** Who writes, and to what. */
export interface WriteOptions {
  readonly manager: string
  /** Of the kind; undefined where there is none, and types are deduced. */
  readonly schema: Schema | undefined
  /** Such as `apps/v1`: the version of the request. */
  readonly apiVersion: string
  /**
   * The schemas of the other versions that the kind is served in, between which objects differ in nothing but their
   * apiVersion. Owners of no such version are forgotten. Default: every owner is taken for one of this version.
   */
  readonly versions?: ReadonlyMap<string, Schema>
  /** Such as `status`; undefined is the object itself. */
  readonly subresource?: string
  /** What this endpoint does not let be written. Default: `status` on the object itself, `spec` on `status`. */
  readonly reset?: readonly Path[]
  /** What an object of the kind has before anything is set: the structs that Go never leaves out. Default: nothing. */
  readonly empty?: JsonObject
  readonly now: Date
}

/** A write with all that is derived from its options. */
export interface Write {
  readonly options: WriteOptions
  readonly type: FieldType
  readonly reset: FieldSet
  /** Of the kind in a version; undefined if there is none. */
  typeIn(apiVersion: string): FieldType | undefined
}

/** They exist whoever wrote them last, so nobody owns them. */
export const NEVER_OWNED = FieldSet.of(
  pathOf('apiVersion'),
  pathOf('kind'),
  pathOf('metadata'),
  ...[
    'name',
    'namespace',
    'creationTimestamp',
    'selfLink',
    'uid',
    'clusterName',
    'generation',
    'managedFields',
    'resourceVersion',
  ].map((name) => pathOf('metadata', name)),
)

export function writeOf(options: WriteOptions): Write {
  const type = objectTypeOf(options.schema)
  const typeIn = (apiVersion: string): FieldType | undefined => {
    if (apiVersion === options.apiVersion || options.versions === undefined) return type
    const schema = options.versions.get(apiVersion)
    return schema === undefined ? undefined : objectTypeOf(schema)
  }
  const byDefault = options.subresource === 'status' ? [pathOf('spec')] : [pathOf('status')]
  const reset = FieldSet.of(...(options.reset ?? byDefault))
  return { options, type, reset, typeIn }
}

/** What an object is compared with that is not there yet. */
export function emptyLike({ apiVersion, kind }: JsonObject, { empty }: WriteOptions): JsonObject {
  return { ...empty, ...(apiVersion !== undefined && { apiVersion }), ...(kind !== undefined && { kind }) }
}
