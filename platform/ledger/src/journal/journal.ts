import type { Clock, Logger } from '@reeve/ground'
import type { JournalFiles } from './journal-files.ts'
import type { JournalEntry, JournalRecord } from './journal-record.ts'
import type { DamageReason } from './scan-segment.ts'

/**
 * When an append counts as done. `always`: it survives a power loss. `everyMs`: it survives the end of the process,
 * and a power loss once that time has passed. `never`: it survives the end of the process.
 */
export type SyncPolicy = 'always' | 'never' | { readonly everyMs: number }

/** What may be removed, oldest segment first, after each rotation. The newest segment always stays. */
export interface Retention {
  /** Keep at most this many bytes of segments. Default: all. */
  readonly bytes?: number
  /** Keep at most this many segments. Default: all. */
  readonly segments?: number
  /** Remove a segment once its newest record is older than this. Default: never. */
  readonly ms?: number
}

export interface JournalOptions {
  /** Made, for its owner alone, if it is not there. */
  readonly directory: string
  /** Default: the real one. */
  readonly clock?: Clock
  /** Told of repairs and removals. Default: silent. */
  readonly logger?: Logger
  /** Default: always. */
  readonly sync?: SyncPolicy
  /** A segment that would grow beyond this is followed by a new one. Default: 64 MiB. */
  readonly segmentBytes?: number
  /** Default: keep everything. */
  readonly retain?: Retention
  /** The longest line, in bytes, that is written or taken for a record when read. Default: 16 MiB. */
  readonly maxRecordBytes?: number
  /** Default: the real ones. */
  readonly files?: JournalFiles
}

/** What to replay; without any of it, everything that is there. */
export interface ReplayOptions {
  /** Start with this record. What is missing from there on is reported as a gap. */
  readonly fromSequence?: number
  /** End with this record. */
  readonly toSequence?: number
  /** Start with the first record of this time (milliseconds since 1970) or later. */
  readonly fromTime?: number
  /** Only records of these types; gaps and damage are reported all the same. */
  readonly types?: readonly string[]
  /** Only records of this key; gaps and damage are reported all the same. */
  readonly key?: string
}

export interface FollowOptions {
  /** Start with this record, which may lie in the future. Default: the oldest there is. */
  readonly fromSequence?: number
  /** Ends the following quietly. */
  readonly signal?: AbortSignal
}

/** Bytes that are no record, where they lie, and why. They are left as they are. */
export interface JournalDamage {
  readonly kind: 'damage'
  /** Name of the file. */
  readonly segment: string
  readonly offset: number
  readonly bytes: number
  /** Counted from 1. */
  readonly line: number
  readonly reason: DamageReason
}

/** Sequences from `from` to `to`, both included, of which there is no record: damaged, cut off, or removed by retention. */
export interface JournalGap {
  readonly kind: 'gap'
  readonly from: number
  readonly to: number
}

export type JournalItem =
  | { readonly kind: 'record'; readonly record: JournalRecord }
  | JournalDamage
  | JournalGap

/** A torn end of the newest segment, found when the journal was opened. */
export interface JournalRepair {
  /** Name of the file. */
  readonly segment: string
  readonly offset: number
  readonly bytes: number
  readonly reason: DamageReason
  /** The file that holds the bytes now; `undefined` if they were left where they are, for want of room or certainty. */
  readonly savedAs: string | undefined
}

export interface JournalStats {
  readonly segments: number
  /** Of all segments, as far as acknowledged. */
  readonly bytes: number
  /** The oldest that may still be read; more than `lastSequence` while there is none. */
  readonly firstSequence: number
  /** The newest that was acknowledged, or skipped by a repair. */
  readonly lastSequence: number
  /** How many the opening made. */
  readonly repairs: number
}

/** An append-only record of intents and outcomes. One writer at a time; any number of readers. */
export interface Journal extends AsyncDisposable {
  /** What opening had to mend. */
  readonly repairs: readonly JournalRepair[]
  /** Resolves when the record is as durable as the sync policy says. Sequences follow the order of the calls. */
  append(entry: JournalEntry): Promise<JournalRecord>
  /**
   * Records several in one write, under consecutive sequences. If it fails, none is kept; if the machine stops before
   * it is acknowledged, any first part of them may be found afterwards.
   */
  appendAll(entries: readonly JournalEntry[]): Promise<readonly JournalRecord[]>
  /** What was acknowledged until now, in order, read from disk as it is asked for. */
  replay(options?: ReplayOptions): AsyncIterable<JournalItem>
  /**
   * Replays, then goes on with what is appended, each record once. As slow as its reader likes; what retention removes
   * meanwhile becomes a gap. Ends when the journal is closed, fails with JournalHaltedError when it halts.
   */
  follow(options?: FollowOptions): AsyncIterable<JournalItem>
  stats(): JournalStats
  /** Waits for appends under way, refuses later ones, and lets go of files and lock. Reading goes on working. */
  close(): Promise<void>
}
