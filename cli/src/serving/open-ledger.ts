import { type Ledger, openEtcdLedger, openMemoryLedger, openSqliteLedger } from '@reeve/ledger'
import type { DataFolder } from '../data-folder.ts'
import { BadOptionError } from '../errors.ts'

/** Opens the ledger that `--ledger` names. */
export function openLedger(where: string, folder: DataFolder): Promise<Ledger> | Ledger {
  if (where === 'sqlite') return openSqliteLedger(folder.ledger)
  if (where === 'memory') return openMemoryLedger()
  if (isEtcd(where)) {
    const endpoints = where.slice('etcd://'.length).split(',')
    return openEtcdLedger({ endpoints: endpoints.map((endpoint) => `http://${endpoint}`) })
  }
  throw new BadOptionError(
    `cannot use ledger "${where}": expected sqlite, memory or etcd://host:port[,host:port…]`,
  )
}

export function isEtcd(where: string): boolean {
  return where.startsWith('etcd://')
}
