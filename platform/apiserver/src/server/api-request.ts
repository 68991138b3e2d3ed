import type { AuditNotes } from '../audit/audit-notes.ts'
import type { User } from '../auth/user.ts'
import type { JsonObject } from '../json/json-value.ts'

/** A request as any door hands it in. */
export interface ApiRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Uint8Array
  /** Who asks. Default: whoever holds the process. */
  readonly user?: User
  /** Who asks for the user above, where that is another. */
  readonly impersonatedBy?: User
  /** The address that it came from. Default: this process. */
  readonly source?: string
  /** Takes notes for the audit record, where there is one. */
  readonly audit?: AuditNotes
  /** Fires when whoever asked has gone. */
  readonly signal: AbortSignal
}

/** What a door hands back. */
export type ApiAnswer =
  | {
      readonly type: 'object'
      readonly status: number
      readonly object: JsonObject
      /** The object as compact JSON, in pieces, where that is known already. */
      readonly pieces?: readonly Uint8Array[]
      readonly headers?: Readonly<Record<string, string>>
      /** Each becomes a Warning header. */
      readonly warnings?: readonly string[]
    }
  | {
      readonly type: 'text'
      readonly status: number
      readonly contentType: string
      /** Bytes for what is no text, such as protobuf. */
      readonly text: string | Uint8Array
      readonly headers?: Readonly<Record<string, string>>
    }
  /** One JSON document a line, for as long as both sides like. */
  | {
      readonly type: 'stream'
      readonly events: AsyncIterable<JsonObject>
      readonly headers?: Readonly<Record<string, string>>
    }
