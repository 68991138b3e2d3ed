import { messageOf, ReeveError } from '@reeve/ground'

/** The disk is full. Nothing of the refused appends was kept; everything acknowledged is. */
export class JournalFullError extends ReeveError {
  readonly code = 'JOURNAL_DISK_FULL'
  constructor(directory: string, cause: unknown) {
    super(`cannot append to journal ${directory}: the disk is full`, {
      cause,
      retryable: true,
      hint: 'free space or let retention keep less, then append again',
    })
  }
}

/** A write or sync failed and nobody knows what reached the disk; `cause` says how. */
export class JournalHaltedError extends ReeveError {
  readonly code = 'JOURNAL_HALTED'
  constructor(directory: string, cause: unknown) {
    super(`cannot append to journal ${directory}: it halted after a fault: ${messageOf(cause)}`, {
      cause,
      hint: 'check the disk, then close the journal and open it again; what was acknowledged can still be read',
    })
  }
}

/** The journal was closed by its owner. */
export class JournalClosedError extends ReeveError {
  readonly code = 'JOURNAL_CLOSED'
  constructor(directory: string) {
    super(`cannot append to journal ${directory}: it is closed`, { hint: 'open it again' })
  }
}

/** Another writer has the journal open. Reading needs no lock. */
export class JournalLockedError extends ReeveError {
  readonly code = 'JOURNAL_LOCKED'
  /** Who holds it, where that could be read. */
  readonly pid: number | undefined
  constructor(directory: string, pid: number | undefined, cause: unknown) {
    super(
      `cannot open journal ${directory}: ${pid === undefined ? 'another writer' : `process ${pid}`} holds it`,
      {
        cause,
        hint: 'stop that process first, or read with readJournal',
      },
    )
    this.pid = pid
  }
}

/** The call itself is wrong: a record or an option that no journal takes. */
export class JournalInvalidError extends ReeveError {
  readonly code = 'JOURNAL_INVALID'
}

/** The directory cannot be written to by this user. */
export class JournalReadOnlyError extends ReeveError {
  readonly code = 'JOURNAL_READ_ONLY'
  constructor(directory: string, cause: unknown) {
    super(`cannot open journal ${directory}: it is read-only: ${messageOf(cause)}`, {
      cause,
      hint: 'make it writable for this user, or read with readJournal',
    })
  }
}

/** The files cannot be opened or read. Damage inside of them is no error: replay reports it. */
export class JournalUnreadableError extends ReeveError {
  readonly code = 'JOURNAL_UNREADABLE'
  constructor(action: string, directory: string, cause: unknown) {
    super(`cannot ${action} journal ${directory}: ${messageOf(cause)}`, {
      cause,
      hint: 'check that the path is right and the disk is sound',
    })
  }
}
