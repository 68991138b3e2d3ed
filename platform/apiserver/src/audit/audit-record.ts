import { type Clock, messageOf } from '@reeve/ground'
import type { User } from '../auth/user.ts'
import { isObject, type JsonObject } from '../json/json-value.ts'
import {
  type AuditEvent,
  type AuditLevel,
  type AuditObjectRef,
  type AuditStage,
  auditTimeOf,
  auditUserOf,
} from './audit-event.ts'
import type { AuditNotes } from './audit-notes.ts'
import type { AuditedRequest } from './audit-request.ts'

export interface AuditRecordOptions {
  readonly id: string
  readonly level: AuditLevel
  readonly request: AuditedRequest
  readonly user: User
  readonly source: string
  readonly clock: Clock
  readonly write: (event: AuditEvent) => Promise<void>
}

/** The record of one request, from its arrival to its end. Each of its ends resolves once it is written or kept. */
export class AuditRecord implements AuditNotes {
  readonly #options: AuditRecordOptions
  readonly #received: string
  #impersonated: User | undefined
  #annotations: Record<string, string> = {}

  constructor(options: AuditRecordOptions) {
    this.#options = options
    this.#received = auditTimeOf(options.clock.now())
  }

  /** Goes into the answer's `Audit-Id` header. */
  get id(): string {
    return this.#options.id
  }

  impersonate(user: User): void {
    this.#impersonated = user
  }

  annotate(name: string, value: string): void {
    this.#annotations[name] = value
  }

  /** A watch has begun. */
  started(status: number): Promise<void> {
    return this.#end('ResponseStarted', { metadata: {}, code: status }, undefined)
  }

  /** The answer is known; `object` is what it holds, where it is one. */
  complete(status: number, object?: JsonObject): Promise<void> {
    return this.#end('ResponseComplete', responseStatusOf(status, object), object)
  }

  /** Carrying it out failed in a way that nobody foresaw. */
  panic(error: unknown): Promise<void> {
    const message = `APIServer panic'd: ${messageOf(error)}`
    const status = { metadata: {}, status: 'Failure', message, reason: 'InternalError', code: 500 }
    return this.#end('Panic', status, undefined)
  }

  #end(stage: AuditStage, responseStatus: JsonObject, answered: JsonObject | undefined): Promise<void> {
    const { id, request, user, source, clock, write } = this.#options
    const { requestURI, verb, userAgent, body, open } = request
    const objectRef = request.objectRef && namedBy(answered, request)
    const level = open ? this.#options.level : 'Metadata'
    return write({
      kind: 'Event',
      apiVersion: 'audit.k8s.io/v1',
      level,
      auditID: id,
      stage,
      requestURI,
      verb,
      user: auditUserOf(user),
      ...(this.#impersonated !== undefined && { impersonatedUser: auditUserOf(this.#impersonated) }),
      sourceIPs: source === '' ? [] : [source],
      ...(userAgent !== undefined && { userAgent }),
      ...(objectRef !== undefined && { objectRef }),
      responseStatus,
      ...(level !== 'Metadata' && body !== undefined && { requestObject: body }),
      ...(level === 'RequestResponse' && answered !== undefined && { responseObject: answered }),
      requestReceivedTimestamp: this.#received,
      stageTimestamp: auditTimeOf(clock.now()),
      ...(Object.keys(this.#annotations).length > 0 && { annotations: { ...this.#annotations } }),
    })
  }
}

/** What was sent in a form that is not read here, such as protobuf, has its name in the answer. */
function namedBy(answered: JsonObject | undefined, request: AuditedRequest): AuditObjectRef | undefined {
  const { objectRef, body, verb } = request
  const metadata = answered?.metadata
  if (objectRef === undefined || objectRef.name !== undefined || body !== undefined) return objectRef
  if (verb !== 'create' || !isObject(metadata) || typeof metadata.name !== 'string') return objectRef
  const { resource, namespace, ...rest } = objectRef
  return { resource, ...(namespace !== undefined && { namespace }), name: metadata.name, ...rest }
}

/** Of a Status all but its metadata; of anything else that it went well. */
function responseStatusOf(code: number, object: JsonObject | undefined): JsonObject {
  if (!isObject(object) || object.kind !== 'Status') return { metadata: {}, code }
  const { status, message, reason, details } = object
  return {
    metadata: {},
    ...(status !== undefined && { status }),
    ...(message !== undefined && { message }),
    ...(reason !== undefined && { reason }),
    ...(details !== undefined && { details }),
    code,
  }
}
