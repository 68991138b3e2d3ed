import { type Owner, type Owners, ownerId } from './managed-fields.ts'
import { compareText } from './path-element.ts'

const MOST_UPDATERS = 10
const BUCKET = 'ancient-changes'

/** Keeps the number of updaters down: the oldest of a version become one, `ancient-changes`. */
export function capUpdaters(owners: Owners): Owners {
  const updaters = [...owners].filter(([, { operation }]) => operation === 'Update').sort(byAge)
  let excess = updaters.length - MOST_UPDATERS
  const capped = new Map(owners)
  const firstOf = new Map<string, string>()
  for (const [id, owner] of updaters) {
    if (excess <= 0) break
    const { apiVersion } = owner
    const first = firstOf.get(apiVersion)
    if (first === undefined) {
      firstOf.set(apiVersion, id)
      continue
    }
    const bucket = { manager: BUCKET, operation: 'Update', apiVersion, subresource: '' } as const
    const held = capped.get(ownerId(bucket)) ?? capped.get(first)
    if (!capped.has(ownerId(bucket))) capped.delete(first)
    const fields = held === undefined ? owner.fields : owner.fields.union(held.fields)
    const { time } = owner
    capped.set(ownerId(bucket), { ...bucket, fields, ...(time !== undefined && { time }) })
    capped.delete(id)
    excess--
  }
  return capped
}

function byAge([idA, a]: readonly [string, Owner], [idB, b]: readonly [string, Owner]): number {
  return compareText(a.time ?? '', b.time ?? '') || compareText(idA, idB)
}
