/**
 * Ledger: an MVCC log with etcd's data model, and an append-only journal.
 *
 *   ledger    the contract: revisions, transactions, watches, leases, history
 *   errors    everything a ledger can refuse, each with its code
 *   memory/   the reference, also for simulation
 *   sqlite/   the default: one file, one process, durable
 *   etcd/     the distributed one: several processes, one truth
 *   watch/    the bounded queue that every watch reads from
 *   journal/  intents and outcomes, append-only, checksummed, rotated
 */
export * from './errors.ts'
export type * from './ledger.ts'
