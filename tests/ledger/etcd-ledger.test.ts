import { realClock, sleep } from '@reeve/ground'
import { type EtcdServer, useSystem } from '@reeve/test-servers'
import { describeLedger } from '@reeve/testing'
import { afterAll, beforeAll, describe } from 'vitest'
import { openEtcdLedger } from '../../platform/ledger/src/etcd/etcd-ledger.ts'

const etcd = await useSystem('etcd')

describe.skipIf(!etcd.available)('on a real etcd', () => {
  let server: EtcdServer
  let opened = 0
  beforeAll(async () => {
    server = await etcd.start({ unsafeNoFsync: true })
  })
  afterAll(() => server?.stop())

  describeLedger('EtcdLedger', async () => {
    opened += 1
    const options = { endpoints: [server.endpoint], prefix: `/test-${opened}` }
    let ledger = await openEtcdLedger(options)
    return {
      ledger,
      pass: (ms) => sleep(realClock, ms),
      reopen: async () => {
        await ledger.close()
        ledger = await openEtcdLedger(options)
        return ledger
      },
      dispose: () => ledger.close(),
    }
  })
})
