/**
 * A walk through the ledger on a real file: `npm start`. Everything it prints comes from the ledger as it runs.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Ledger, type LedgerEvent, openSqliteLedger } from '@reeve/ledger'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const text = (value: Uint8Array): string => new TextDecoder().decode(value)
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const put = (key: string, value: string) => ({ do: 'put', key, value: bytes(value) }) as const

function told(event: LedgerEvent): string {
  const was = event.previous === undefined ? '' : ` (was ${text(event.previous.value)})`
  return event.type === 'put'
    ? `${event.key} = ${text(event.entry.value)}${was}`
    : `${event.key} is gone${was}`
}

/** Prints what changes under a prefix, as it is committed. */
async function follow(ledger: Ledger, prefix: string, signal: AbortSignal): Promise<void> {
  for await (const { revision, events } of ledger.watch(prefix, { previous: true, signal })) {
    for (const event of events) say(`  watch  ${String(revision).padStart(3)}  ${told(event)}`)
  }
}

async function tour(path: string): Promise<void> {
  say(`a ledger on SQLite: ${path}`)
  let ledger = await openSqliteLedger(path)
  const stop = new AbortController()
  const watching = follow(ledger, 'web/', stop.signal)

  say('\ntwo keys under one revision')
  const { revision } = await ledger.txn([], [put('web/image', 'nginx:1.27'), put('web/replicas', '2')])

  say('\na write made from that state, and one that comes too late')
  const guard = { on: 'modRevision', key: 'web/replicas', modRevision: revision } as const
  await ledger.txn([guard], [put('web/replicas', '3')])
  const late = await ledger.txn([guard], [put('web/replicas', '9')])
  if (!late.ok) say(`  refused: web/replicas is ${text(late.current[0]?.value ?? bytes('?'))} by now`)

  say('\na claim that goes with its lease')
  const lease = await ledger.lease(300)
  await ledger.txn([], [{ ...put('web/claim', `process ${process.pid}`), lease: lease.id }])
  await new Promise((resolve) => setTimeout(resolve, 500))

  say('\nthe past, as long as nobody compacts it')
  const { entries } = await ledger.range('web/', { revision })
  say(`  at ${revision}: ${entries.map(({ key, value }) => `${key} = ${text(value)}`).join(', ')}`)
  const versions = await ledger.history('web/replicas')
  say(
    `  web/replicas was ${versions.map(({ entry }) => (entry ? text(entry.value) : 'gone')).join(', then ')}`,
  )

  stop.abort()
  await watching
  await ledger.close()
  ledger = await openSqliteLedger(path)
  const { revision: newest, keys, bytes: size } = await ledger.stats()
  say(`\nclosed and opened again: revision ${newest}, ${keys} keys, ${size / 1024} KiB`)
  await ledger.close()
}

const folder = await mkdtemp(join(tmpdir(), 'reeve-tour-'))
try {
  await tour(join(folder, 'ledger.db'))
} finally {
  await rm(folder, { recursive: true })
}
