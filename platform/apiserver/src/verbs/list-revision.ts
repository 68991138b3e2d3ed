import { sleep } from '@reeve/ground'
import type { Services } from '../server/services.ts'
import type { ApiError } from '../status/api-error.ts'
import { badRequest, invalid, revisionTooLarge } from '../status/api-errors.ts'
import type { FieldError } from '../status/field-error.ts'

/** How long a client is kept waiting for a revision that is not there yet. */
const PATIENCE_MS = 3_000
const LOOK_MS = 50

/** Which state a list is to be read from. */
export type ListFrom =
  | { readonly type: 'newest' }
  /** Any state will do; a limit is not looked at. */
  | { readonly type: 'any' }
  | { readonly type: 'notOlderThan'; readonly revision: number }
  | { readonly type: 'exact'; readonly revision: number }

export function listFromOf(query: URLSearchParams): ListFrom {
  const version = query.get('resourceVersion') ?? ''
  const match = query.get('resourceVersionMatch') ?? ''
  if (query.has('sendInitialEvents')) {
    const detail = 'sendInitialEvents is forbidden for list'
    throw invalid({ group: 'meta.k8s.io', kind: 'ListOptions', name: '' }, [
      { field: 'sendInitialEvents', type: 'FieldValueForbidden', detail },
    ])
  }
  if (match !== '') checkMatch(match, version, query)
  if (version === '') return { type: 'newest' }
  const revision = revisionOf(version)
  if (match === 'Exact') return { type: 'exact', revision }
  if (revision === 0) return { type: 'any' }
  // Without a match, a limit asks for exactly that state: it is how pages were asked for before there were tokens.
  if (match === '' && Number(query.get('limit') ?? 0) > 0) return { type: 'exact', revision }
  return { type: 'notOlderThan', revision }
}

function checkMatch(match: string, version: string, query: URLSearchParams): void {
  const wrong = (detail: string, type: FieldError['type'], value?: string): ApiError =>
    invalid({ group: 'meta.k8s.io', kind: 'ListOptions', name: '' }, [
      { field: 'resourceVersionMatch', type, detail, ...(value !== undefined && { value }) },
    ])
  if (version === '') {
    throw wrong('resourceVersionMatch is forbidden unless resourceVersion is provided', 'FieldValueForbidden')
  }
  if (query.get('continue')) {
    throw wrong('resourceVersionMatch is forbidden when continue is provided', 'FieldValueForbidden')
  }
  if (match !== 'Exact' && match !== 'NotOlderThan') {
    const supported = 'supported values: "Exact", "NotOlderThan", ""'
    throw wrong(supported, 'FieldValueNotSupported', JSON.stringify(match))
  }
  if (match === 'Exact' && version === '0') {
    throw wrong('resourceVersionMatch "exact" is forbidden for resourceVersion "0"', 'FieldValueForbidden')
  }
}

/** A resource version as a number. */
export function revisionOf(version: string): number {
  if (/^\d+$/.test(version)) return Number(version)
  const why = `strconv.ParseUint: parsing ${JSON.stringify(version)}: invalid syntax`
  throw badRequest(
    `invalid resource version: resourceVersion: Invalid value: ${JSON.stringify(version)}: ${why}`,
  )
}

/** Waits a little for a revision that another client may know of already. */
export async function waitForRevision(
  { store, clock }: Services,
  least: number,
  signal: AbortSignal,
): Promise<void> {
  const ends = clock.monotonic() + PATIENCE_MS
  for (;;) {
    const current = await store.revision()
    if (current >= least) return
    if (clock.monotonic() >= ends) throw revisionTooLarge(least, current)
    await sleep(clock, LOOK_MS, signal)
  }
}
