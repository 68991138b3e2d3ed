import { describeHistories, describeLedger, type OpenLedger, VirtualClock } from '@reeve/testing'
import { openMemoryLedger } from './memory-ledger.ts'

const open: OpenLedger = async () => {
  const clock = new VirtualClock()
  const ledger = openMemoryLedger({ clock })
  return { ledger, pass: (ms) => clock.advance(ms), dispose: () => ledger.close() }
}

describeLedger('MemoryLedger', open)
describeHistories('MemoryLedger, concurrent', open, { seeds: 20 })
