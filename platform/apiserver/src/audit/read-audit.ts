import { readJournal } from '@reeve/ledger'
import type { AuditEvent } from './audit-event.ts'
import { AUDIT_TYPE } from './audit-trail.ts'

/** Which records to read; without any of it, all. */
export interface AuditQuery {
  /** Records of this time (milliseconds since 1970) or later. */
  readonly since?: number
  /** Who sent the request, or as whom it was carried out. */
  readonly user?: string
  readonly verb?: string
  /** `configmaps`, `devices.example.io`, `pods/status`. */
  readonly resource?: string
}

/** A record, or a place where records are missing or damaged. */
export type AuditItem =
  | { readonly kind: 'event'; readonly event: AuditEvent }
  | { readonly kind: 'missing'; readonly words: string }

/** Reads a trail from its folder, also while a server writes to it. */
export async function* readAudit(directory: string, query: AuditQuery = {}): AsyncGenerator<AuditItem> {
  const options = { types: [AUDIT_TYPE], ...(query.since !== undefined && { fromTime: query.since }) }
  for await (const item of readJournal(directory, options)) {
    if (item.kind === 'record') {
      const event = item.record.data as unknown as AuditEvent
      if (matches(event, query)) yield { kind: 'event', event }
    } else if (item.kind === 'gap') {
      yield { kind: 'missing', words: `records ${item.from} to ${item.to} are missing` }
    } else if (item.reason !== 'unfinished') {
      yield { kind: 'missing', words: `${item.segment}, line ${item.line} is damaged: ${item.reason}` }
    }
  }
}

function matches(event: AuditEvent, { user, verb, resource }: AuditQuery): boolean {
  const users = [event.user.username, event.impersonatedUser?.username]
  return (
    (user === undefined || users.includes(user)) &&
    (verb === undefined || event.verb === verb) &&
    (resource === undefined || namesOf(event).includes(resource))
  )
}

/** Every way in which people name what a record is about. */
function namesOf({ objectRef }: AuditEvent): readonly string[] {
  if (objectRef === undefined) return []
  const { resource, apiGroup, subresource } = objectRef
  const plain = apiGroup === undefined ? [resource] : [resource, `${resource}.${apiGroup}`]
  return subresource === undefined
    ? plain
    : [...plain, ...plain.map((name) => name.replace(resource, `${resource}/${subresource}`))]
}
