import { messageOf, ReeveError } from '@reeve/ground'

/** The revision asked for is older than what compaction has left. Read or watch anew from the newest state. */
export class CompactedError extends ReeveError {
  readonly code = 'LEDGER_COMPACTED'
  /** The oldest revision that can still be read; 0 where the backend does not tell. */
  readonly floor: number
  constructor(revision: number, floor: number) {
    super(`cannot read revision ${revision}: compacted${floor > 0 ? `, the oldest left is ${floor}` : ''}`, {
      hint: 'read the newest state and watch from there',
    })
    this.floor = floor
  }
}

/** The revision asked for has not been written yet. */
export class FutureRevisionError extends ReeveError {
  readonly code = 'LEDGER_FUTURE_REVISION'
  readonly revision: number
  constructor(asked: number, revision: number) {
    super(`cannot read revision ${asked}: the newest is ${revision}`)
    this.revision = revision
  }
}

/** The call itself is wrong: a key, a span, a guard or an operation that no ledger takes. */
export class InvalidRequestError extends ReeveError {
  readonly code = 'LEDGER_INVALID'
}

/** The ledger was closed, by its owner or after a fault that `cause` names. */
export class ClosedError extends ReeveError {
  readonly code = 'LEDGER_CLOSED'
  constructor(action: string, cause?: unknown) {
    super(
      `cannot ${action}: the ledger is closed${cause === undefined ? '' : ` after a fault: ${messageOf(cause)}`}`,
      {
        cause,
        hint: 'open it again',
      },
    )
  }
}

/** A reader took too long and was cut, so that it cannot hold up memory. */
export class WatchCutError extends ReeveError {
  readonly code = 'LEDGER_WATCH_CUT'
  /** Watch from here to go on without a gap. */
  readonly resumeFrom: number
  constructor(waiting: number, resumeFrom: number) {
    super(`cannot go on with watch: its reader fell ${waiting} events behind`, {
      retryable: true,
      hint: `watch again from revision ${resumeFrom}, and read faster or with a larger buffer`,
    })
    this.resumeFrom = resumeFrom
  }
}

/** The lease has ended, or may have: nothing that rests on it may go on. */
export class LeaseLostError extends ReeveError {
  readonly code = 'LEDGER_LEASE_LOST'
  constructor(id: string, options: { cause?: unknown } = {}) {
    super(`cannot keep lease ${id}: it has ended`, { ...options, hint: 'take a new lease' })
  }
}

/** Another process holds the file. */
export class LockedError extends ReeveError {
  readonly code = 'LEDGER_LOCKED'
  /** Who holds it, where that could be read. */
  readonly pid: number | undefined
  constructor(path: string, pid: number | undefined, cause: unknown) {
    super(
      `cannot open ledger ${path}: ${pid === undefined ? 'another process' : `process ${pid}`} holds it`,
      {
        cause,
        hint: 'stop that process first; one process owns a SQLite ledger',
      },
    )
    this.pid = pid
  }
}

/** The disk is full. Nothing of the transaction was kept; everything acknowledged is. */
export class DiskFullError extends ReeveError {
  readonly code = 'LEDGER_DISK_FULL'
  constructor(action: string, cause: unknown) {
    super(`cannot ${action}: the disk is full`, {
      cause,
      retryable: true,
      hint: 'free space, then try again',
    })
  }
}

/** The file cannot be written to. */
export class ReadOnlyError extends ReeveError {
  readonly code = 'LEDGER_READ_ONLY'
  constructor(action: string, cause: unknown) {
    super(`cannot ${action}: the file or its folder is read-only`, {
      cause,
      hint: 'make it writable for this user, or copy it elsewhere',
    })
  }
}

/** What is stored does not add up. */
export class CorruptError extends ReeveError {
  readonly code = 'LEDGER_CORRUPT'
  constructor(action: string, cause: unknown) {
    super(`cannot ${action}: the ledger is damaged: ${messageOf(cause)}`, {
      cause,
      hint: 'restore a backup; `verify` says what is wrong',
    })
  }
}

/** The file opened, but what it acknowledged last is gone: its write-ahead file was damaged or removed. */
export class LostWritesError extends ReeveError {
  readonly code = 'LEDGER_LOST_WRITES'
  constructor(path: string, found: number, acknowledged: number) {
    super(
      `cannot open ledger ${path}: it holds revision ${found}, but revision ${acknowledged} was acknowledged`,
      {
        hint: 'its -wal file was damaged or removed: put it back, restore a backup, or open with acceptLoss to go on without the lost writes',
      },
    )
  }
}

/** The backend does not answer. Nothing was changed by this call. */
export class UnavailableError extends ReeveError {
  readonly code = 'LEDGER_UNAVAILABLE'
  constructor(action: string, cause: unknown) {
    super(`cannot ${action}: ${messageOf(cause)}`, { cause, retryable: true })
  }
}

/** The answer to a write was lost on the way: it may have been applied or not. */
export class UncertainError extends ReeveError {
  readonly code = 'LEDGER_UNCERTAIN'
  constructor(action: string, cause: unknown) {
    super(`cannot tell whether ${action} was applied: ${messageOf(cause)}`, {
      cause,
      hint: 'read the keys before trying again',
    })
  }
}

/** The backend refuses these credentials. */
export class AccessDeniedError extends ReeveError {
  readonly code = 'LEDGER_ACCESS_DENIED'
  constructor(action: string, cause: unknown) {
    super(`cannot ${action}: ${messageOf(cause)}`, { cause, hint: 'check user, password and certificates' })
  }
}
