/**
 * Ledger: an MVCC log with etcd's data model, and an append-only journal.
 *
 *   ledger    the contract: revisions, transactions, watches, leases, history
 *   errors    everything a ledger can refuse, each with its code
 *   memory/   the reference, also for simulation
 *   sqlite/   the default: one file, one process, durable
 *   etcd/     the distributed one: several processes, one truth
 *   local/    what memory and SQLite share: watch hub, leases by the clock
 *   watch/    the bounded queue that every watch reads from
 *   journal/  intents and outcomes, append-only, checksummed, rotated
 */
export * from './errors.ts'
export type * from './ledger.ts'
export { type MemoryLedgerOptions, openMemoryLedger } from './memory/memory-ledger.ts'
export { openSqliteLedger, type SqliteLedgerOptions } from './sqlite/sqlite-ledger.ts'
