import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeLedger, VirtualClock } from '@reeve/testing'
import { openSqliteLedger } from './sqlite-ledger.ts'

describeLedger('SqliteLedger', async () => {
  const clock = new VirtualClock()
  const folder = await mkdtemp(join(tmpdir(), 'reeve-ledger-'))
  const path = join(folder, 'ledger.db')
  let ledger = await openSqliteLedger(path, { clock })
  return {
    ledger,
    pass: (ms) => clock.advance(ms),
    reopen: async () => {
      await ledger.close()
      ledger = await openSqliteLedger(path, { clock })
      return ledger
    },
    dispose: async () => {
      await ledger.close()
      await rm(folder, { recursive: true })
    },
  }
})
