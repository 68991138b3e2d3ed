import { readFile, writeFile } from 'node:fs/promises'
import { crc32 } from 'node:zlib'

/**
 * The `-ack` file beside a SQLite ledger, which says the last acknowledged revision. A ledger that is opened with
 * `acceptLoss` beside a higher one goes on above it and answers LEDGER_COMPACTED below: the one way to begin a ledger at
 * a revision. To be replaced by an option of `openSqliteLedger` once there is one.
 */
export async function writeAcknowledged(ledger: string, revision: number): Promise<void> {
  const text = `pid ${String(process.pid).padStart(10, '0')} revision ${String(revision).padStart(16, '0')}`
  await writeFile(`${ledger}-ack`, `${text} sum ${checksum(text)}\n`, { mode: 0o600 })
}

/** The last acknowledged revision of a ledger that cannot be opened; 0 where that cannot be told either. */
export async function readAcknowledged(ledger: string): Promise<number> {
  const content = await readFile(`${ledger}-ack`, 'latin1').catch(() => '')
  const [, text = '', revision, sum] =
    /^(pid \d{10} revision (\d{16})) sum ([0-9a-f]{8})\n/.exec(content) ?? []
  return sum === checksum(text) ? Number(revision) : 0
}

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, '0')
}
