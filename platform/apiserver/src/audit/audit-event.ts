import type { User } from '../auth/user.ts'
import type { JsonObject } from '../json/json-value.ts'

/** How much is recorded of a request: that it was made, also what was sent, also what was answered. */
export type AuditLevel = 'Metadata' | 'Request' | 'RequestResponse'

/** Where a request stood when the record was made. `ResponseStarted` only for those that go on, such as watches. */
export type AuditStage = 'ResponseStarted' | 'ResponseComplete' | 'Panic'

export interface AuditUser {
  readonly username: string
  readonly uid?: string
  readonly groups: readonly string[]
  readonly extra?: Readonly<Record<string, readonly string[]>>
}

export interface AuditObjectRef {
  readonly resource: string
  readonly namespace?: string
  readonly name?: string
  readonly uid?: string
  readonly apiGroup?: string
  readonly apiVersion: string
  readonly resourceVersion?: string
  readonly subresource?: string
}

/** A record as Kubernetes writes it: `Event` of `audit.k8s.io/v1`. */
export interface AuditEvent {
  readonly kind: 'Event'
  readonly apiVersion: 'audit.k8s.io/v1'
  readonly level: AuditLevel
  readonly auditID: string
  readonly stage: AuditStage
  readonly requestURI: string
  readonly verb: string
  readonly user: AuditUser
  readonly impersonatedUser?: AuditUser
  readonly sourceIPs: readonly string[]
  readonly userAgent?: string
  readonly objectRef?: AuditObjectRef
  readonly responseStatus?: JsonObject
  readonly requestObject?: JsonObject
  readonly responseObject?: JsonObject
  readonly requestReceivedTimestamp: string
  readonly stageTimestamp: string
  readonly annotations?: Readonly<Record<string, string>>
}

export function auditUserOf({ name, uid, groups, extra }: User): AuditUser {
  return {
    username: name,
    ...(uid !== undefined && { uid }),
    groups,
    ...(extra !== undefined && { extra }),
  }
}

/** Microseconds, as Kubernetes writes these times; ours are those of the clock. */
export function auditTimeOf(ms: number): string {
  return new Date(ms).toISOString().replace('Z', '000Z')
}
