import type { JsonValue } from './json-value.ts'

/** The types that Reeve itself writes; others are allowed. */
export const JOURNAL_TYPES = ['observed', 'decided', 'executing', 'executed', 'failed', 'skipped'] as const

export type JournalType = (typeof JOURNAL_TYPES)[number] | (string & {})

/** What is handed in to be recorded. */
export interface JournalEntry {
  readonly type: JournalType
  /** What it is about, such as a resource id. */
  readonly key?: string
  readonly data?: JsonValue
  /** Milliseconds since 1970. Default: now. Raised to the time of the record before it if it lies earlier. */
  readonly time?: number
}

/** What was recorded. */
export interface JournalRecord {
  /** 1 for the first, one more with each; a number is never used twice. */
  readonly sequence: number
  /** Milliseconds since 1970; never before that of an earlier record, also when the clock steps back. */
  readonly time: number
  readonly type: JournalType
  readonly key?: string
  readonly data?: JsonValue
}
