import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Ledger, openEtcdLedger, openSqliteLedger } from '@reeve/ledger'
import { startEtcd } from '@reeve/test-servers'

export const VALUE = new Uint8Array(600).fill(7)
/** Prime to the number of keys: every key in turn, none beside the one before. */
export const SCATTER = 7_919
/** Keys that are written round and round. */
export const KEYS = 5_000
export const keyOf = (n: number): string =>
  `/registry/things/default/thing-${String(n % KEYS).padStart(6, '0')}`

/** A ledger to measure, and a way to be rid of it. */
export interface Contestant {
  readonly ledger: Ledger
  dispose(): Promise<void>
}

export async function sqliteContestant(): Promise<Contestant> {
  const folder = await mkdtemp(join(tmpdir(), 'reeve-bench-'))
  const ledger = await openSqliteLedger(join(folder, 'ledger.db'))
  return {
    ledger,
    dispose: async () => {
      await ledger.close()
      await rm(folder, { recursive: true })
    },
  }
}

/** A real etcd, syncing as it does by default, reached through our own client. */
export async function etcdContestant(): Promise<Contestant & { readonly version: string }> {
  const server = await startEtcd()
  const ledger = await openEtcdLedger({ endpoints: [server.endpoint] })
  return {
    ledger,
    version: server.version,
    dispose: async () => {
      await ledger.close()
      await server.stop()
    },
  }
}

export interface Raw {
  write(rows: number, batch: number): void
  dispose(): Promise<void>
}

/**
 * The floor: SQLite alone, rows of the same size in batches, synced as often; no versions, guards, checksums or watches.
 * Appended only, nothing can be found again but by number; indexed, also by key, as any store has to.
 */
export async function rawContestant(layout: 'appended' | 'indexed'): Promise<Raw> {
  const folder = await mkdtemp(join(tmpdir(), 'reeve-bench-'))
  const db = new DatabaseSync(join(folder, 'raw.db'))
  db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
  db.exec('PRAGMA wal_autocheckpoint = 4000; PRAGMA journal_size_limit = 16777216')
  db.exec('CREATE TABLE row (id INTEGER PRIMARY KEY, key TEXT NOT NULL, value BLOB NOT NULL)')
  if (layout === 'indexed') db.exec('CREATE INDEX row_key ON row (key, id)')
  const [begin, commit] = [db.prepare('BEGIN'), db.prepare('COMMIT')]
  const insert = db.prepare('INSERT INTO row (key, value) VALUES (?, ?)')
  return {
    write: (rows, batch) => {
      for (let written = 0; written < rows; written += batch) {
        begin.run()
        for (let n = 0; n < batch; n += 1) insert.run(keyOf((written + n) * SCATTER), VALUE)
        commit.run()
      }
    },
    dispose: async () => {
      db.close()
      await rm(folder, { recursive: true })
    },
  }
}
