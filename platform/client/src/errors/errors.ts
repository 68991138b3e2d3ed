import { messageOf, ReeveError } from '@reeve/ground'

/** There was no answer: the connection could not be made, or broke off. A write may or may not have been made. */
export class UnreachableError extends ReeveError {
  readonly code = 'CLIENT_UNREACHABLE'
  /** Whether the request surely never reached the server. */
  readonly unsent: boolean
  constructor(server: string, options: { cause: unknown; unsent?: boolean }) {
    super(`cannot reach ${server}: ${messageOf(options.cause)}`, {
      cause: options.cause,
      retryable: true,
      hint: 'check that the server runs and that its address in the kubeconfig is right',
    })
    this.unsent = options.unsent ?? false
  }
}

/** No answer came in time. A write may or may not have been made. */
export class DeadlineError extends ReeveError {
  readonly code = 'CLIENT_DEADLINE'
  constructor(action: string, ms: number) {
    super(`cannot ${action}: no answer within ${ms} ms`, { retryable: true })
  }
}

/** What came back is not what the API promises: no JSON, or a line that breaks off. */
export class UnreadableAnswerError extends ReeveError {
  readonly code = 'CLIENT_UNREADABLE'
  constructor(action: string, cause: unknown) {
    super(`cannot ${action}: the answer cannot be read: ${messageOf(cause)}`, { cause, retryable: true })
  }
}

/** The API serves no such kind. */
export class UnknownKindError extends ReeveError {
  readonly code = 'CLIENT_UNKNOWN_KIND'
  constructor(what: string) {
    super(`cannot find ${what}: the server does not serve it`, {
      hint: 'look at what it serves with kubectl api-resources; a definition may be missing',
    })
  }
}

/** How to reach a cluster is missing or wrong. */
export class ConfigError extends ReeveError {
  readonly code = 'CLIENT_CONFIG'
}

/** A credential could not be had: a file cannot be read, a plugin failed. */
export class CredentialError extends ReeveError {
  readonly code = 'CLIENT_CREDENTIAL'
  constructor(what: string, options: { cause?: unknown; hint?: string; retryable?: boolean }) {
    super(`cannot ${what}${options.cause === undefined ? '' : `: ${messageOf(options.cause)}`}`, options)
  }
}

/** A name that cannot stand in a path: with it, a request would be about something else. */
export class BadNameError extends ReeveError {
  readonly code = 'CLIENT_BAD_NAME'
  constructor(what: string, name: string) {
    super(`cannot ask for ${what} "${name}": it is no name`)
  }
}
