import { applyPatch, trackUpdate, type WriteOptions } from '../apply/apply-manager.ts'
import { entriesOf, managedFieldsOf, ownersFrom, withOwners } from '../apply/managed-fields.ts'
import { isObject, type JsonObject, type JsonValue } from '../json/json-value.ts'
import { emptyOf, withDefaults } from '../kinds/defaults/with-defaults.ts'
import { schemaFor } from '../kinds/kind-table.ts'
import { type ApiObject, metaOf, withMeta } from '../resources/api-object.ts'
import { badRequest, invalid } from '../status/api-errors.ts'
import { checkScale, SCALE } from './check-scale.ts'
import { readNumber } from './read-number.ts'
import { scaleWith, wantedOf } from './scale-of.ts'
import { objectOwners, scaleOwners, type WantedPaths } from './scale-owners.ts'
import { type Scaling, wantedPath } from './scaling.ts'

/** What a request makes of a scale. */
export type ScaleChange =
  | { readonly type: 'update'; readonly scale: JsonObject }
  | { readonly type: 'patch'; readonly patch: (scale: JsonObject) => JsonValue }
  | { readonly type: 'apply'; readonly applied: JsonObject; readonly force: boolean }

export interface ScaleOptions {
  readonly scaling: Scaling
  /** Of the object, and of the request. */
  readonly apiVersion: string
  /** Of every version that the kind is served in. */
  readonly paths: WantedPaths
  /** Who writes, and when. */
  readonly manager: string
  readonly now: Date
}

/** Stands for a number that nobody has set, as in a real server; a patch that leaves it there is refused. */
const NOT_SET = -2_147_483_648

/**
 * The object as a request to its scale wants it, managedFields included; not yet checked by the rules of its own kind.
 * Its resourceVersion and uid are those that the request names, else its own.
 */
export function changeScale(live: ApiObject, change: ScaleChange, options: ScaleOptions): ApiObject {
  const { scaling, paths, apiVersion } = options
  const managedFields = managedFieldsOf(live)
  const known = wantedOf(live, scaling)
  // Nobody owns what is not set, so an apply has nothing to conflict with.
  const plain = scaleWith(live, scaling, known ?? (change.type === 'apply' ? 0 : NOT_SET))
  const before = withOwners(plain, scaleOwners(managedFields, paths))
  const scale = changed(before, change, options)
  const missing = known === undefined && change.type === 'apply' ? NOT_SET : 0
  const wanted = checkedNumber(live.metadata.name, scaling, numberIn(scale) ?? missing)
  const owners = objectOwners(managedFields, ownersFrom(managedFieldsOf(scale)), { apiVersion, paths })
  const { resourceVersion, uid } = metaOf(scale)
  const { metadata } = live
  const object = withValue(live, wantedPath(scaling), wanted) as ApiObject
  const entries = entriesOf(new Map(owners.map((owner, at) => [String(at), owner])))
  return withMeta(object, {
    resourceVersion: resourceVersion || metadata.resourceVersion,
    uid: uid || metadata.uid,
    managedFields: entries.length > 0 ? entries : undefined,
  })
}

function changed(before: JsonObject, change: ScaleChange, options: ScaleOptions): JsonObject {
  const { metadata } = before as ApiObject
  const write = writeOptions(options)
  if (change.type === 'apply') {
    const applied = checkScale(change.applied, { ...metadata, from: 'apply' })
    return complete(applyPatch({ ...write, live: before, applied, force: change.force }))
  }
  const sent = change.type === 'update' ? change.scale : patched(before, change.patch)
  const updated = checkScale(sent, { ...metadata, from: change.type })
  return trackUpdate({ ...write, live: before, updated: complete(updated) })
}

function patched(before: JsonObject, patch: (scale: JsonObject) => JsonValue): JsonObject {
  const result = patch(withMeta(before, { managedFields: undefined }))
  if (!isObject(result)) throw badRequest('the patch makes no object')
  return result
}

function writeOptions({ manager, now }: ScaleOptions): WriteOptions {
  return {
    manager,
    now,
    schema: schemaFor(SCALE.group, SCALE.version, SCALE.kind),
    apiVersion: 'autoscaling/v1',
    subresource: 'scale',
    reset: [],
    empty: emptyOf(SCALE),
  }
}

function complete(scale: JsonObject): JsonObject {
  return withDefaults(scale, SCALE)
}

function numberIn(scale: JsonObject): number | undefined {
  const found = readNumber(scale, ['spec', 'replicas'])
  return found.wrong === undefined ? found.value : undefined
}

function checkedNumber(name: string, scaling: Scaling, wanted: number): number {
  if (scaling.of === 'custom') {
    if (wanted !== NOT_SET) return wanted
    throw badRequest(`the spec replicas field ${JSON.stringify(scaling.specReplicasPath)} cannot be empty`)
  }
  if (wanted >= 0) return wanted
  throw invalid({ group: SCALE.group, kind: SCALE.kind, name }, [
    {
      field: 'spec.replicas',
      type: 'FieldValueInvalid',
      value: String(wanted),
      detail: 'must be greater than or equal to 0',
    },
  ])
}

function withValue(
  object: JsonObject,
  [name = '', ...below]: readonly string[],
  value: JsonValue,
): JsonObject {
  const member = object[name]
  return {
    ...object,
    [name]: below.length === 0 ? value : withValue(isObject(member) ? member : {}, below, value),
  }
}
