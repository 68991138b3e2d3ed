export interface ReeveErrorOptions {
  readonly cause?: unknown
  /** Whether the same call may succeed later with nothing changed. Default: false. */
  readonly retryable?: boolean
  /** What the person who reads this can do about it. */
  readonly hint?: string
}

/**
 * Every error that leaves a room. `code` is stable and never reused; the message reads
 * `cannot <verb> <object>: <reason>`; `hint` names the way out.
 */
export abstract class ReeveError extends Error {
  abstract readonly code: string
  readonly retryable: boolean
  readonly hint: string | undefined

  constructor(message: string, options: ReeveErrorOptions = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause })
    this.name = new.target.name
    this.retryable = options.retryable ?? false
    this.hint = options.hint
  }
}

/** The words of anything that was thrown, also when it was not an Error. */
export function messageOf(cause: unknown): string {
  if (cause instanceof Error) return cause.message
  return typeof cause === 'string' ? cause : String(cause)
}
