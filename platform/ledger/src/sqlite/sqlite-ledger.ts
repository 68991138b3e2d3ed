import type { DatabaseSync } from 'node:sqlite'
import { type Clock, type Logger, messageOf, realClock, silentLogger } from '@reeve/ground'
import { LostWritesError } from '../errors.ts'
import type { Ledger } from '../ledger.ts'
import { type CommitListener, LocalLedger } from '../local/local-ledger.ts'
import { Acknowledged } from './acknowledged.ts'
import { CommitQueue } from './commit-queue.ts'
import { openDatabase } from './database.ts'
import { PresentFile } from './present-file.ts'
import { opened } from './sqlite-errors.ts'
import { SqliteStore } from './sqlite-store.ts'

export interface SqliteLedgerOptions {
  readonly clock?: Clock
  readonly logger?: Logger
  /** Go on although acknowledged writes are missing: watches below get LEDGER_COMPACTED, revisions are not reused. */
  readonly acceptLoss?: boolean
  /** How many changed keys may wait in memory and log before the table of newest rows follows. Default: 8,192. */
  readonly followAfter?: number
}

/** The default ledger: one file (beside it -wal and -ack), one process, every acknowledged write on disk. */
export async function openSqliteLedger(path: string, options: SqliteLedgerOptions = {}): Promise<Ledger> {
  const { clock = realClock, logger = silentLogger, acceptLoss = false, followAfter = 8_192 } = options
  const db = openDatabase(path)
  try {
    const acknowledged = opened(path, () => new Acknowledged(path))
    const store = opened(
      path,
      () => new SqliteStore(db, { followAfter, released: () => acknowledged.close() }),
    )
    if (store.revision() < acknowledged.revision) {
      if (!acceptLoss) throw new LostWritesError(path, store.revision(), acknowledged.revision)
      logger.warn('going on without lost writes', {
        path,
        found: store.revision(),
        lost: acknowledged.revision,
      })
      // A reader that saw the last lost revision asks for the one after it, and has to be turned away too.
      store.skipTo(acknowledged.revision + 2)
    }
    acknowledged.write(store.revision())
    return new LocalLedger({
      clock,
      store,
      committer: groupCommit(db, { clock, logger, store, acknowledged, file: new PresentFile(path, clock) }),
    })
  } catch (error) {
    db.close()
    throw error
  }
}

interface Commits {
  readonly clock: Clock
  readonly logger: Logger
  readonly store: SqliteStore
  readonly acknowledged: Acknowledged
  readonly file: PresentFile
}

function groupCommit(db: DatabaseSync, { clock, logger, store, acknowledged, file }: Commits) {
  return (listener: CommitListener): CommitQueue =>
    new CommitQueue(db, {
      clock,
      finishing: () => {
        store.follow()
        file.check()
      },
      committed: () => {
        try {
          acknowledged.write(store.revision())
        } catch (error) {
          logger.warn('cannot note the acknowledged revision', { reason: messageOf(error) })
        }
        listener.committed()
      },
      undone: () => {
        store.reload()
        listener.undone()
      },
      broken: (error) => {
        logger.error('ledger fault', { error })
        listener.broken(error)
      },
    })
}
