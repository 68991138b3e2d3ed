import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeHistories, describeLedger, type OpenLedger, VirtualClock } from '@reeve/testing'
import { openSqliteLedger, type SqliteLedgerOptions } from './sqlite-ledger.ts'

/** Memory where there is such a folder: what a disk adds is tested on a real one, in tests/ledger. */
const FOLDER = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

const open = (options: SqliteLedgerOptions): OpenLedger => {
  return async () => {
    const clock = new VirtualClock()
    const folder = await mkdtemp(join(FOLDER, 'reeve-ledger-'))
    const path = join(folder, 'ledger.db')
    let ledger = await openSqliteLedger(path, { ...options, clock })
    return {
      ledger,
      pass: (ms) => clock.advance(ms),
      reopen: async () => {
        await ledger.close()
        ledger = await openSqliteLedger(path, { ...options, clock })
        return ledger
      },
      dispose: async () => {
        await ledger.close()
        await rm(folder, { recursive: true })
      },
    }
  }
}

describeLedger('SqliteLedger', open({}))
describeLedger('SqliteLedger whose table follows its log closely', open({ followAfter: 2 }))
describeHistories('SqliteLedger, concurrent', open({ followAfter: 16 }), { seeds: 20 })
