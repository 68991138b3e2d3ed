import type { Comparison } from './compare-values.ts'
import type { Conflicts } from './conflict-error.ts'
import type { FieldSet } from './field-set.ts'
import type { Owner, Owners } from './managed-fields.ts'

/** What a change does, in the version of an owner. */
export type Change = (apiVersion: string) => Comparison

/** The fields of others that a change touches. */
export function conflictsOf(owners: Owners, change: Change, self: string | undefined): Conflicts {
  const conflicts = new Map<string, { owner: Owner; fields: FieldSet }>()
  for (const [id, owner] of owners) {
    const { modified, added } = change(owner.apiVersion)
    const fields = owner.fields.intersection(modified.union(added))
    if (id !== self && !fields.isEmpty()) conflicts.set(id, { owner, fields })
  }
  return conflicts
}

/** Takes what changed and what is gone from everyone but `self`; who has nothing left is no owner. */
export function changeOwners(owners: Owners, change: Change, self: string | undefined): Owners {
  const conflicts = conflictsOf(owners, change, self)
  const changed = new Map<string, Owner>()
  for (const [id, owner] of owners) {
    const taken = conflicts.get(id)?.fields
    const left = taken === undefined ? owner.fields : owner.fields.difference(taken)
    const fields = id === self ? owner.fields : left.difference(change(owner.apiVersion).removed)
    if (!fields.isEmpty()) changed.set(id, { ...owner, fields })
  }
  return changed
}

/** The comparison without the fields that a request cannot write, nor what is in them. */
export function withoutReset(comparison: Comparison, reset: FieldSet): Comparison {
  return {
    added: comparison.added.recursiveDifference(reset),
    modified: comparison.modified.recursiveDifference(reset),
    removed: comparison.removed.recursiveDifference(reset),
  }
}
