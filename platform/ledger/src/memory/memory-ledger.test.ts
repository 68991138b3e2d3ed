import { describeLedger, VirtualClock } from '@reeve/testing'
import { openMemoryLedger } from './memory-ledger.ts'

describeLedger('MemoryLedger', async () => {
  const clock = new VirtualClock()
  const ledger = openMemoryLedger({ clock })
  return { ledger, pass: (ms) => clock.advance(ms), dispose: () => ledger.close() }
})
