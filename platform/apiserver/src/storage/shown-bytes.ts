import type { Entry } from '@reeve/ledger'
import { apiVersionOf, type Resource } from '../resources/resource.ts'

interface Heads {
  /** How every object of the resource begins where it is stored. */
  readonly stored: Buffer
  readonly typed: Buffer
  readonly untyped: Buffer
}

const heads = new WeakMap<Resource, Heads>()

/**
 * The JSON text of a stored object as clients see it, made without reading it: only the resource version is put in.
 * Undefined where more has to change: another version, a schema to hold it against, or one that was stored otherwise.
 */
export function shownBytes(
  resource: Resource,
  { value, modRevision }: Entry,
  { typed }: { readonly typed: boolean },
): Buffer | undefined {
  const { prune, fill } = resource.stored
  if (prune !== undefined || fill !== undefined) return undefined
  const head = headsOf(resource)
  const size = head.stored.length
  if (head.stored.compare(value, 0, Math.min(size, value.length)) !== 0) return undefined
  const start = typed ? head.typed : head.untyped
  const version = `"resourceVersion":"${modRevision}",`
  const bytes = Buffer.allocUnsafe(start.length + version.length + value.length - size)
  start.copy(bytes)
  bytes.write(version, start.length, 'latin1')
  bytes.set(value.subarray(size), start.length + version.length)
  return bytes
}

function headsOf(resource: Resource): Heads {
  const known = heads.get(resource)
  if (known !== undefined) return known
  const typed = Buffer.from(
    `{"apiVersion":${JSON.stringify(apiVersionOf(resource))},"kind":${JSON.stringify(resource.kind)},"metadata":{`,
  )
  // What has no name is never stored, so that something always follows.
  const made = { stored: typed, typed, untyped: Buffer.from('{"metadata":{') }
  heads.set(resource, made)
  return made
}
