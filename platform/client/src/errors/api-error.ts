import { ReeveError } from '@reeve/ground'
import type { Status, StatusDetails } from './status.ts'

export interface ApiErrorOptions {
  /** What was tried, such as `update ConfigMap default/a`. */
  readonly action: string
  readonly status: Status
  /** The HTTP status. Default: the code of the status. */
  readonly code?: number
  /** When the server wants to be asked again, if it said. */
  readonly retryAfterMs?: number
}

/** The API refused: its status as data. `retryable`: the same request may pass later with nothing changed. */
export class ApiError extends ReeveError {
  readonly code = 'CLIENT_REFUSED'
  /** The HTTP status, such as 404. */
  readonly status: number
  /** Such as `NotFound`; empty where the server gave none. */
  readonly reason: string
  readonly details: StatusDetails
  /** All that the server said. */
  readonly answer: Status
  readonly retryAfterMs: number | undefined

  constructor({ action, status, code = status.code ?? 500, retryAfterMs }: ApiErrorOptions) {
    const words = status.message ?? `the server answered ${code}`
    super(`cannot ${action}: ${words}`, { retryable: code === 429 || code >= 500 })
    this.status = code
    this.reason = status.reason ?? reasonOf(code)
    this.details = status.details ?? {}
    this.answer = status
    this.retryAfterMs = retryAfterMs
  }
}

/** What a status means where no reason came with it: a proxy answered, or a server in haste. */
function reasonOf(code: number): string {
  return REASONS[code] ?? ''
}

const REASONS: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  406: 'NotAcceptable',
  409: 'Conflict',
  410: 'Gone',
  413: 'RequestEntityTooLarge',
  415: 'UnsupportedMediaType',
  422: 'Invalid',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'ServiceUnavailable',
  504: 'Timeout',
}
