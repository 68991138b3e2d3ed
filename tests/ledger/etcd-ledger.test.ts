import { realClock, sleep } from '@reeve/ground'
import { openEtcdLedger } from '@reeve/ledger'
import { type EtcdServer, useSystem } from '@reeve/test-servers'
import { describeHistories, describeLedger, type OpenLedger } from '@reeve/testing'
import { afterAll, beforeAll, describe } from 'vitest'

const etcd = await useSystem('etcd')

describe.skipIf(!etcd.available)('on a real etcd', () => {
  let server: EtcdServer
  let opened = 0
  beforeAll(async () => {
    server = await etcd.start({ unsafeNoFsync: true })
  })
  afterAll(() => server?.stop())

  const open: OpenLedger = async () => {
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
  }

  describeLedger('EtcdLedger', open, { modelRuns: 40 })
  describeHistories('EtcdLedger, concurrent', open, { seeds: 5 })
  describeHistories('EtcdLedger, concurrent, while etcd is killed and comes back', open, {
    seeds: 5,
    disturb: async (random) => {
      for (let n = 0; n < 2; n += 1) {
        await sleep(realClock, 20 + random.float() * 150)
        await server.kill('SIGKILL')
        await server.restart()
      }
    },
  })
})
