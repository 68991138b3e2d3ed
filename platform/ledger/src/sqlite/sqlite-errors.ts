import { ReeveError } from '@reeve/ground'
import { ClosedError, CorruptError, DiskFullError, ReadOnlyError, UnavailableError } from '../errors.ts'

/** SQLite's primary result codes that we tell apart. */
const BUSY = 5
const READONLY = 8
const CORRUPT = 11
const FULL = 13
const CANTOPEN = 14
const NOTADB = 26

/** The primary result code of an error of node:sqlite; extended codes keep it in their low byte. */
function resultCode(error: unknown): number | undefined {
  const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined
  return typeof code === 'number' ? code & 0xff : undefined
}

export function isBusy(error: unknown): boolean {
  return resultCode(error) === BUSY
}

export function isDiskFull(error: unknown): boolean {
  return error instanceof DiskFullError || resultCode(error) === FULL
}

/** What SQLite threw, in the ledger's words. */
export function failed(action: string, error: unknown): Error {
  if (error instanceof ReeveError) return error
  switch (resultCode(error)) {
    case FULL:
      return new DiskFullError(action, error)
    case READONLY:
      return new ReadOnlyError(action, error)
    case CORRUPT:
    case NOTADB:
      return new CorruptError(action, error)
    case undefined:
      return error instanceof Error ? error : new ClosedError(action, error)
    default:
      return new UnavailableError(action, error)
  }
}

/** Runs an opening step with its errors translated; a path that cannot be opened is the caller's to put right. */
export function opened<T>(path: string, open: () => T): T {
  try {
    return open()
  } catch (error) {
    throw resultCode(error) === CANTOPEN
      ? new CannotOpenError(path, error)
      : failed(`open ledger ${path}`, error)
  }
}

/** The path leads nowhere, or not to a file that we may open. */
export class CannotOpenError extends ReeveError {
  readonly code = 'LEDGER_CANNOT_OPEN'
  constructor(path: string, cause: unknown) {
    super(`cannot open ledger ${path}: no such folder, or no permission`, {
      cause,
      hint: 'make the folder first, and make it writable for this user',
    })
  }
}
