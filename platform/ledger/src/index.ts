/**
 * Ledger: an MVCC log with etcd's data model, and an append-only journal.
 *
 *   ledger    the contract: revisions, transactions, watches, leases, history
 *   errors    everything a ledger can refuse, each with its code
 *   memory/   the reference, also for simulation
 *   sqlite/   the default: one file, one process, durable
 *   etcd/     the distributed one: several processes, one truth
 *   lease/    keeps a lease alive until its signal
 *   local/    what memory and SQLite share: watch hub, leases by the clock
 *   watch/    the bounded queue that every watch reads from
 *   journal/  intents and outcomes, append-only, checksummed, rotated
 */
export * from './errors.ts'
export { type EtcdLedgerOptions, openEtcdLedger } from './etcd/etcd-ledger.ts'
export * from './journal/errors.ts'
export type * from './journal/journal.ts'
export type { JournalFile, JournalFiles, OpenMode } from './journal/journal-files.ts'
export {
  JOURNAL_TYPES,
  type JournalEntry,
  type JournalRecord,
  type JournalType,
} from './journal/journal-record.ts'
export type { JsonValue } from './journal/json-value.ts'
export { openJournal } from './journal/open-journal.ts'
export { type ReadJournalOptions, readJournal } from './journal/read-journal.ts'
export type { DamageReason } from './journal/scan-segment.ts'
export type * from './ledger.ts'
export { type MemoryLedgerOptions, openMemoryLedger } from './memory/memory-ledger.ts'
export { openSqliteLedger, type SqliteLedgerOptions } from './sqlite/sqlite-ledger.ts'
