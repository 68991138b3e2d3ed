import { silentLogger } from '@reeve/ground'
import { openMemoryLedger } from '@reeve/ledger'
import { VirtualClock } from '@reeve/testing'
import { describe, expect, it } from 'vitest'
import { HistoryKeeper } from './history-keeper.ts'

describe('HistoryKeeper', () => {
  it('forgets what is both old and many revisions ago, and nothing else', async () => {
    const clock = new VirtualClock()
    const ledger = openMemoryLedger({ clock })
    const keeper = new HistoryKeeper({
      ledger,
      clock,
      logger: silentLogger,
      keepMs: 600_000,
      keepRevisions: 50,
    })
    await keeper.start()
    const write = async (count: number): Promise<void> => {
      for (let n = 0; n < count; n += 1)
        await ledger.txn([], [{ do: 'put', key: 'k', value: new Uint8Array([n]) }])
    }
    await write(100)
    await clock.advance(300_000)
    expect((await ledger.stats()).floor).toBe(1)
    await clock.advance(400_000)
    expect((await ledger.stats()).floor).toBe(51)
    await write(200)
    await clock.advance(120_000)
    expect((await ledger.stats()).floor).toBe(101)
    await clock.advance(900_000)
    expect((await ledger.stats()).floor).toBe(251)
    await keeper.stop()
    expect(clock.timers).toBe(0)
    await ledger.close()
  })
})
