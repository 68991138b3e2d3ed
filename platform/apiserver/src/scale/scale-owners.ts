import { FieldSet } from '../apply/field-set.ts'
import { type Owner, type Owners, ownerId, ownersFrom } from '../apply/managed-fields.ts'
import { type Path, pathOf } from '../apply/path-element.ts'
import type { JsonValue } from '../json/json-value.ts'

/** Where each version of a kind keeps how many it wants, by its apiVersion; undefined where it cannot be scaled. */
export type WantedPaths = ReadonlyMap<string, Path | undefined>

const SCALE_VERSION = 'autoscaling/v1'
const IN_SCALE = pathOf('spec', 'replicas')

/** Who owns the number of an object, as owners of its scale. */
export function scaleOwners(managedFields: JsonValue | undefined, paths: WantedPaths): Owners {
  const owners = [...ownersFrom(managedFields).values()].flatMap((owner) => {
    const path = paths.get(owner.apiVersion)
    if (path === undefined || !owner.fields.has(path)) return []
    return [{ ...owner, apiVersion: SCALE_VERSION, fields: FieldSet.of(IN_SCALE) }]
  })
  return new Map(owners.map((owner) => [ownerId(owner), owner]))
}

export interface ObjectOwnersOptions {
  /** The version of the request. */
  readonly apiVersion: string
  readonly paths: WantedPaths
}

/**
 * The owners of an object after its scale has got these. A real server takes an updater in `autoscaling/v1` for another
 * one than the same updater of the object, so that it may stand there twice: with the number, and without.
 */
export function objectOwners(
  managedFields: JsonValue | undefined,
  scaled: Owners,
  { apiVersion, paths }: ObjectOwnersOptions,
): readonly Owner[] {
  const left = new Map(scaled)
  const kept: Owner[] = []
  for (const [id, owner] of ownersFrom(managedFields)) {
    if (!paths.has(owner.apiVersion)) continue
    const path = paths.get(owner.apiVersion)
    if (path === undefined || !owner.fields.has(path) || left.delete(id)) {
      kept.push(owner)
      continue
    }
    const fields = owner.fields.difference(FieldSet.of(path))
    if (!fields.isEmpty()) kept.push({ ...owner, fields })
  }
  const path = paths.get(apiVersion)
  const taken = [...left.values()].flatMap(({ time: _, ...owner }) =>
    path !== undefined && owner.fields.has(IN_SCALE)
      ? [{ ...owner, apiVersion, fields: FieldSet.of(path) }]
      : [],
  )
  return [...kept, ...taken]
}
