import { closeSync, constants, openSync, readFileSync, writeSync } from 'node:fs'
import { crc32 } from 'node:zlib'

const LINE = /^pid (\d{10}) revision (\d{16}) sum ([0-9a-f]{8})\n/

/**
 * A small file beside the ledger that says who holds it and which revision was acknowledged last. It is written after
 * each commit and not synced: it survives the end of the process, and after a power loss it can only be too old, never
 * too new. A ledger that opens with less than it says has lost writes, whatever SQLite thinks of its files.
 */
export class Acknowledged {
  readonly #file: number
  /** What the file said when it was opened; 0 where it was missing or torn. */
  readonly revision: number

  constructor(path: string) {
    this.revision = read(path)?.revision ?? 0
    this.#file = openSync(fileOf(path), constants.O_RDWR | constants.O_CREAT, 0o600)
  }

  /** Who holds the ledger, where that can be told. */
  static holderOf(path: string): number | undefined {
    return read(path)?.pid
  }

  write(revision: number): void {
    const text = `pid ${String(process.pid).padStart(10, '0')} revision ${String(revision).padStart(16, '0')}`
    writeSync(this.#file, `${text} sum ${checksum(text)}\n`, 0)
  }

  close(): void {
    closeSync(this.#file)
  }
}

function fileOf(path: string): string {
  return `${path}-ack`
}

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, '0')
}

function read(path: string): { readonly pid: number; readonly revision: number } | undefined {
  let content: string
  try {
    content = readFileSync(fileOf(path), 'latin1')
  } catch {
    return undefined // a ledger from before its first commit, or a copied one
  }
  const [, pid, revision, sum] = LINE.exec(content) ?? []
  if (pid === undefined || sum !== checksum(`pid ${pid} revision ${revision}`)) return undefined
  return { pid: Number(pid), revision: Number(revision) }
}
