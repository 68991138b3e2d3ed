import { isObject, isSame, type JsonObject } from '../json/json-value.ts'
import { capUpdaters } from './cap-updaters.ts'
import { type Change, changeOwners, conflictsOf, withoutReset } from './change-owners.ts'
import { checkApplied, checkLive, internal } from './check-applied.ts'
import { type Comparison, compareValues } from './compare-values.ts'
import { type Conflicts, conflictError } from './conflict-error.ts'
import { FieldSet } from './field-set.ts'
import { fieldSetOf } from './field-set-of.ts'
import type { FieldType } from './field-type.ts'
import { keepTimes } from './keep-times.ts'
import { lastAppliedFields, withLastApplied } from './last-applied.ts'
import {
  isReset,
  managedFieldsOf,
  type Owner,
  type Owners,
  ownerId,
  ownersFrom,
  timeOf,
  withOwners,
  withoutOwners,
} from './managed-fields.ts'
import { mergeValues } from './merge-values.ts'
import { type PruneOptions, pruneApplied } from './prune-applied.ts'
import { reconcileFields } from './reconcile-fields.ts'
import { typeErrorsOf } from './type-errors.ts'
import { emptyLike, NEVER_OWNED, type Write, type WriteOptions, writeOf } from './write-options.ts'

export type { WriteOptions } from './write-options.ts'

export interface ApplyOptions extends WriteOptions {
  /** Undefined creates. */
  readonly live: JsonObject | undefined
  readonly applied: JsonObject
  /** Takes fields from others instead of conflicting. */
  readonly force: boolean
}

export interface UpdateOptions extends WriteOptions {
  /** Undefined creates. */
  readonly live: JsonObject | undefined
  /** What is to be stored, by any request but apply; with managedFields if the client sent some. */
  readonly updated: JsonObject
}

const BEFORE_FIRST_APPLY = 'before-first-apply'

/** Merges an applied configuration into the live object, managedFields included; throws 409 on conflicts. */
export function applyPatch(options: ApplyOptions): JsonObject {
  const { applied, manager } = options
  const write = writeOf(options)
  checkApplied(applied, { ...write, apiVersion: options.apiVersion })
  const live = withoutOwners(options.live ?? emptyLike(applied, options))
  checkLive(live, { ...write, apiVersion: options.apiVersion })
  const before = { live, owners: firstOwners(live, readOwners(options.live), write) }
  let outcome = applyOnce(before, applied, { ...write, force: options.force })
  if (outcome.conflicts !== undefined && manager === 'kubectl') {
    const allowed = lastAppliedFields(live, write.type, options.apiVersion)
    const left = withoutAllowed(outcome.conflicts, allowed)
    outcome = left.size === 0 ? applyOnce(before, applied, { ...write, force: true }) : { conflicts: left }
  }
  if (outcome.conflicts !== undefined) throw conflictError(outcome.conflicts)
  const object = manager === 'kubectl' ? withLastApplied(outcome.object, applied) : outcome.object
  const result = withOwners(object, outcome.owners)
  return options.live === undefined ? result : keepTimes(options.live, result)
}

/** The updated object with managedFields that say what the request changed. */
export function trackUpdate(options: UpdateOptions): JsonObject {
  const updated = withoutOwners(options.updated)
  const write = writeOf(options)
  const owners = sentOwners(options)
  // Who has no managedFields gets none by an update; they begin with a creation or an apply.
  if (owners.size === 0 && options.live !== undefined) return updated
  const live = withoutOwners(options.live ?? emptyLike(updated, options))
  const unfit = [live, updated].some(
    (value) => typeErrorsOf(value, write.type, { duplicates: true }).length > 0,
  )
  return unfit ? updated : withOwners(updated, ownersAfterUpdate({ live, owners }, updated, write))
}

function readOwners(live: JsonObject | undefined): Owners {
  try {
    return ownersFrom(managedFieldsOf(live))
  } catch (cause) {
    throw internal(`failed to decode managed fields: ${(cause as Error).message}`)
  }
}

/** Those that the client sent if they make sense, else those that are there. A subresource's are not the client's to change. */
function sentOwners({ live, updated, subresource }: UpdateOptions): Owners {
  const sent = subresource === undefined ? managedFieldsOf(updated) : undefined
  if (isReset(sent)) return new Map()
  for (const managedFields of [sent, managedFieldsOf(live)]) {
    try {
      const owners = ownersFrom(managedFields)
      if (owners.size > 0) return owners
    } catch {
      // As if there were none: nobody's request fails because of them.
    }
  }
  return new Map()
}

interface Before {
  readonly live: JsonObject
  readonly owners: Owners
}

/** An object without managedFields belongs to whoever was before the first apply. */
function firstOwners(live: JsonObject, owners: Owners, write: Write): Owners {
  if (owners.size > 0) return owners
  const earlier = { ...write, options: { ...write.options, manager: BEFORE_FIRST_APPLY } }
  return ownersAfterUpdate({ live: emptyLike(live, write.options), owners }, live, earlier)
}

interface Apply extends Write {
  readonly force: boolean
}

type Applying =
  | { readonly conflicts: Conflicts }
  | { readonly conflicts?: undefined; readonly object: JsonObject; readonly owners: Owners }

function applyOnce({ live, owners: all }: Before, applied: JsonObject, write: Apply): Applying {
  const { type, reset } = write
  const owners = reconciled(all, write)
  const self = ownerOf('Apply', write)
  const id = ownerId(self)
  const last = owners.get(id)
  const mine = { ...self, fields: fieldSetOf(applied, type).recursiveDifference(reset) }
  const withMine: Owners = new Map([...owners, [id, { ...mine, ...timeOfOwner(last) }]])
  const merged = mergeValues(live, applied, type) ?? {}
  const pruned = last === undefined ? merged : pruneApplied(merged, pruneOptions(last, withMine, write))
  const object = isObject(pruned) ? pruned : {}
  const change = changeBetween(live, object, write)
  const conflicts = conflictsOf(withMine, change, id)
  if (!write.force && conflicts.size > 0) return { conflicts }
  const changed = new Map(changeOwners(withMine, change, id))
  const fields = mine.fields.difference(NEVER_OWNED)
  const noop = isSame(live, object)
  const time = noop ? timeOfOwner(last) : { time: timeOf(write.options.now) }
  if (fields.isEmpty()) changed.delete(id)
  else changed.set(id, { ...self, fields, ...time })
  return { object: noop ? live : object, owners: changed }
}

function ownersAfterUpdate({ live, owners }: Before, updated: JsonObject, write: Write): Owners {
  const { options } = write
  const change = changeBetween(live, updated, write)
  const changed = new Map(changeOwners(reconciled(owners, write), change, undefined))
  const { modified, added } = change(options.apiVersion)
  const taken = modified.union(added).difference(NEVER_OWNED)
  if (taken.isEmpty()) return capUpdaters(changed)
  const self = ownerOf('Update', write)
  const id = ownerId(self)
  const fields = changed.get(id)?.fields.union(taken) ?? taken
  return capUpdaters(changed.set(id, { ...self, fields, time: timeOf(options.now) }))
}

/** Compares once for every version that is asked for. Only this one's endpoint says what it resets, as upstream. */
function changeBetween(live: JsonObject, object: JsonObject, write: Write): Change {
  const known = new Map<FieldType, Comparison>()
  return (apiVersion) => {
    const type = write.typeIn(apiVersion) ?? write.type
    const done = known.get(type)
    if (done !== undefined) return done
    const compared = compareValues(live, object, type)
    const comparison = type === write.type ? withoutReset(compared, write.reset) : compared
    known.set(type, comparison)
    return comparison
  }
}

/** By version, that of what was applied last first. */
function pruneOptions(last: Owner, owners: Owners, { type, typeIn }: Write): PruneOptions {
  const lastType = typeIn(last.apiVersion) ?? type
  const owned = new Map([[lastType, new FieldSet()]])
  for (const { apiVersion, fields } of owners.values()) {
    const each = typeIn(apiVersion) ?? type
    owned.set(each, owned.get(each)?.union(fields) ?? fields)
  }
  const byType = [...owned].map(([each, fields]) => ({ type: each, fields }))
  return { last: { type: lastType, fields: last.fields }, owned: byType }
}

/** Those of versions that there still are, with fields as their schemas have them by now. */
function reconciled(owners: Owners, { typeIn }: Write): Owners {
  const kept = new Map<string, Owner>()
  for (const [id, owner] of owners) {
    const type = typeIn(owner.apiVersion)
    if (type !== undefined) kept.set(id, { ...owner, fields: reconcileFields(owner.fields, type) })
  }
  return kept
}

function ownerOf(operation: Owner['operation'], { options }: Write): Omit<Owner, 'fields' | 'time'> {
  const { manager, apiVersion, subresource = '' } = options
  return { manager: manager === '' ? 'unknown' : manager, operation, apiVersion, subresource }
}

function timeOfOwner(owner: Owner | undefined): { readonly time?: string } {
  return owner?.time === undefined ? {} : { time: owner.time }
}

function withoutAllowed(conflicts: Conflicts, allowed: FieldSet): Conflicts {
  const left = [...conflicts].map(
    ([id, { owner, fields }]) => [id, { owner, fields: fields.difference(allowed) }] as const,
  )
  return new Map(left.filter(([, { fields }]) => !fields.isEmpty()))
}
