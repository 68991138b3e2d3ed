import { type Clock, realClock } from '@reeve/ground'
import type { Ledger } from '../ledger.ts'
import { type CommitListener, LocalLedger } from '../local/local-ledger.ts'
import type { Committer } from '../local/local-store.ts'
import { MemoryStore } from './memory-store.ts'

export interface MemoryLedgerOptions {
  readonly clock?: Clock
}

/** The reference: everything in this process's memory, gone with it. Also what simulations run on. */
export function openMemoryLedger(options: MemoryLedgerOptions = {}): Ledger {
  const clock = options.clock ?? realClock
  return new LocalLedger({ clock, store: new MemoryStore(), committer: commitAtOnce })
}

/** With nothing to sync there is nothing to wait for. */
function commitAtOnce(listener: CommitListener): Committer {
  return {
    submit: async (run) => {
      const result = run()
      listener.committed()
      return result
    },
    flush: () => {},
  }
}
