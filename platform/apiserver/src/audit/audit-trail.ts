import { type Clock, type Logger, messageOf, type Random } from '@reeve/ground'
import type { Journal, JournalEntry } from '@reeve/ledger'
import { LOOPBACK } from '../auth/user.ts'
import { formatJson } from '../json/format-json.ts'
import type { JsonObject } from '../json/json-value.ts'
import type { ApiRequest } from '../server/api-request.ts'
import { ApiError } from '../status/api-error.ts'
import type { AuditEvent, AuditLevel } from './audit-event.ts'
import { AuditRecord } from './audit-record.ts'
import { auditedRequestOf } from './audit-request.ts'

/** The type of audit records in the journal. */
export const AUDIT_TYPE = 'audit'

export interface AuditTrailOptions {
  /** Where records go. Stays open when the trail closes. */
  readonly journal: Journal
  readonly clock: Clock
  readonly random: Random
  readonly logger: Logger
  /** Default: Metadata. */
  readonly level?: AuditLevel
}

/**
 * Who did what, in a journal. A record is in the journal before its answer goes out, so a slow disk makes answers slow.
 * If the journal cannot be written, the records of what is under way are kept and new requests are refused with 503
 * before anything is done, until the journal takes them again: nothing is done that will not be recorded.
 */
export class AuditTrail {
  readonly #options: AuditTrailOptions
  /** Records that the journal has refused, oldest first; as many as there were requests under way at most. */
  #unwritten: AuditEvent[] = []
  #catchingUp: Promise<void> | undefined

  constructor(options: AuditTrailOptions) {
    this.#options = options
  }

  /** How many records wait for the journal; 0 is well. */
  get unwritten(): number {
    return this.#unwritten.length
  }

  /** Begins the record of a request. Throws 503 if records cannot be written: then the request must not be carried out. */
  async begin(request: ApiRequest): Promise<AuditRecord> {
    if (this.#unwritten.length > 0) await this.#catchUp()
    const { clock, random, level = 'Metadata' } = this.#options
    return new AuditRecord({
      id: request.headers['audit-id'] || uuidOf(random),
      level,
      request: auditedRequestOf(request),
      user: request.user ?? LOOPBACK,
      source: request.source ?? '',
      clock,
      write: (event) => this.#write(event),
    })
  }

  /** Writes what waits; says in the log how many records are lost if that fails. Further requests are refused. */
  async close(): Promise<void> {
    if (this.#unwritten.length === 0) return
    await this.#catchUp().catch(() =>
      this.#options.logger.error('audit records are lost', { records: this.#unwritten.length }),
    )
  }

  async #write(event: AuditEvent): Promise<void> {
    try {
      await this.#options.journal.append(entryOf(event))
    } catch (error) {
      if (this.#unwritten.length === 0) {
        this.#options.logger.error('cannot write audit records; refusing requests', { error })
      }
      this.#unwritten.push(event)
    }
  }

  /** One try at a time, however many requests wait for it. */
  #catchUp(): Promise<void> {
    this.#catchingUp ??= this.#writeWaiting().finally(() => {
      this.#catchingUp = undefined
    })
    return this.#catchingUp
  }

  async #writeWaiting(): Promise<void> {
    const waiting = this.#unwritten
    try {
      await this.#options.journal.appendAll(waiting.map(entryOf))
    } catch (cause) {
      throw new ApiError(`cannot write audit records: ${messageOf(cause)}`, {
        code: 503,
        reason: 'ServiceUnavailable',
        details: { retryAfterSeconds: 5 },
        cause,
      })
    }
    this.#unwritten = this.#unwritten.slice(waiting.length)
    this.#options.logger.warn('audit records are written again', { records: waiting.length })
  }
}

/** Whole numbers beyond a JavaScript number are in bodies at most, and become nearest numbers here. */
function entryOf(event: AuditEvent): JournalEntry {
  const data = JSON.parse(formatJson(event as unknown as JsonObject))
  return { type: AUDIT_TYPE, key: event.user.username, data }
}

function uuidOf(random: Random): string {
  const bytes = Buffer.from(random.bytes(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
