import { messageOf, ReeveError } from '@reeve/ground'

/** A key was given back that nobody holds: the caller mixed up its keys, and single flight would be lost. */
export class NotTakenError extends ReeveError {
  readonly code = 'RUNTIME_KEY_NOT_TAKEN'
  constructor(key: unknown) {
    super(`cannot finish ${String(key)}: it was not taken from the queue`)
  }
}

/** An option that no queue, loop, bus or metric can work with. */
export class OptionError extends ReeveError {
  readonly code = 'RUNTIME_BAD_OPTION'
}

/** Thrown by a reconciler to say that no retry will help; the same as answering `fail(error)`. */
export class TerminalError extends ReeveError {
  readonly code = 'RUNTIME_TERMINAL'
  constructor(cause: unknown) {
    super(messageOf(cause), { cause })
  }
}

/** A reconcile did not end within its time. */
export class ReconcileTimeoutError extends ReeveError {
  readonly code = 'RUNTIME_RECONCILE_TIMEOUT'
  constructor(key: unknown, timeoutMs: number) {
    super(`cannot reconcile ${String(key)}: not done within ${timeoutMs} ms`, {
      retryable: true,
      hint: 'pass the signal on to whatever the reconciler waits for, or allow it more time',
    })
  }
}

/** The controller stops, so what it was doing is called off. */
export class StoppedError extends ReeveError {
  readonly code = 'RUNTIME_STOPPED'
  constructor(what: string) {
    super(`cannot ${what}: the controller has stopped`)
  }
}

/** A reconciler answered with something that is no outcome. */
export class BadOutcomeError extends ReeveError {
  readonly code = 'RUNTIME_BAD_OUTCOME'
  constructor(answer: unknown) {
    super(`cannot act on the answer ${JSON.stringify(answer) ?? String(answer)}: it is no outcome`, {
      hint: 'answer done, after(…), retry(…) or fail(…)',
    })
  }
}

/** A source could not start, so the controller would be blind. */
export class SourceError extends ReeveError {
  readonly code = 'RUNTIME_SOURCE_FAILED'
  constructor(controller: string, cause: unknown) {
    super(`cannot start controller ${controller}: ${messageOf(cause)}`, { cause, retryable: true })
  }
}
