import { ReeveError } from '@reeve/ground'

/** One thing that is wrong with a request, and where. */
export interface StatusCause {
  readonly reason?: string
  readonly message?: string
  readonly field?: string
}

export interface StatusDetails {
  readonly name?: string
  readonly group?: string
  /** The plural resource or the Kind, as the real server has it for the case. */
  readonly kind?: string
  readonly uid?: string
  readonly causes?: readonly StatusCause[]
  readonly retryAfterSeconds?: number
}

/** Kubernetes' answer when something went wrong, as clients read it. */
export interface Status {
  readonly kind: 'Status'
  readonly apiVersion: 'v1'
  readonly metadata: { readonly continue?: string }
  readonly status: 'Success' | 'Failure'
  readonly message?: string
  readonly reason?: string
  readonly details?: StatusDetails
  readonly code?: number
}

export interface ApiErrorOptions {
  readonly code: number
  /** Clients switch on it. Absent where the real server has none. */
  readonly reason?: string
  readonly details?: StatusDetails
  /** The token that resumes a list whose own has expired. */
  readonly continue?: string
  readonly cause?: unknown
}

/** A request that is refused, as the Status that its client gets. */
export class ApiError extends ReeveError {
  readonly code = 'API_ERROR'
  readonly status: Status

  constructor(message: string, options: ApiErrorOptions) {
    const { code, reason, details } = options
    super(message, { cause: options.cause, retryable: code === 429 || code >= 500 })
    this.status = {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: options.continue === undefined ? {} : { continue: options.continue },
      status: 'Failure',
      message,
      ...(reason !== undefined && { reason }),
      ...(details !== undefined && { details }),
      code,
    }
  }
}
