import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { messageOf } from '@reeve/ground'
import { DamagedBackupError, FileError } from '../errors.ts'
import type { BackupEntry, BackupHeader } from './backup-lines.ts'

export type BackupItem =
  | { readonly type: 'header'; readonly header: BackupHeader }
  | { readonly type: 'identity'; readonly identity: unknown }
  | { readonly type: 'entry'; readonly entry: BackupEntry }

interface Ending {
  readonly keys: number
  readonly sha256: string
}

/**
 * Reads a backup item by item; throws DamagedBackupError with the line where something is wrong. What was read counts
 * only once the iteration has ended: the checksum stands at the end.
 */
export async function* readBackup(file: string): AsyncGenerator<BackupItem> {
  const sum = createHash('sha256')
  let line = 0
  let keys = 0
  let ending: Ending | undefined
  for await (const bytes of linesOf(file)) {
    line += 1
    if (ending !== undefined) throw new DamagedBackupError(file, `line ${line} stands after its end`)
    const item = itemOf(file, bytes.toString(), line)
    if (item.type === 'end') {
      ending = item.ending
      continue
    }
    sum.update(bytes).update('\n')
    if (item.type === 'entry') keys += 1
    yield item
  }
  if (ending === undefined) throw new DamagedBackupError(file, `it is cut off after line ${line}`)
  if (ending.keys !== keys)
    throw new DamagedBackupError(file, `it holds ${keys} keys, its end speaks of ${ending.keys}`)
  const found = sum.digest('hex')
  if (found !== ending.sha256) {
    throw new DamagedBackupError(file, `its SHA-256 is ${found}, its end says ${ending.sha256}`)
  }
}

/** What a backup holds that was read from its first to its last byte. */
export interface VerifiedBackup {
  readonly file: string
  readonly header: BackupHeader
  readonly keys: number
  readonly withIdentity: boolean
}

/** Reads all of a backup; resolves only if every byte of it is as it was written. */
export async function verifyBackup(file: string): Promise<VerifiedBackup> {
  let header: BackupHeader | undefined
  let keys = 0
  let withIdentity = false
  for await (const item of readBackup(file)) {
    if (item.type === 'header') header = item.header
    else if (item.type === 'identity') withIdentity = true
    else keys += 1
  }
  return { file, header: header as BackupHeader, keys, withIdentity }
}

async function* linesOf(file: string): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  const stream = createReadStream(file)
  try {
    for await (const piece of stream as AsyncIterable<Buffer>) {
      let data = rest.length === 0 ? piece : Buffer.concat([rest, piece])
      for (let end = data.indexOf(10); end >= 0; end = data.indexOf(10)) {
        yield data.subarray(0, end)
        data = data.subarray(end + 1)
      }
      rest = data
    }
  } catch (cause) {
    if (!isSystemError(cause)) throw cause
    throw new FileError(`cannot read backup ${file}: ${messageOf(cause)}`, { cause })
  } finally {
    stream.destroy()
  }
  if (rest.length > 0) throw new DamagedBackupError(file, 'its last line is not whole')
}

function isSystemError(cause: unknown): boolean {
  return cause instanceof Error && 'syscall' in cause
}

type Parsed = BackupItem | { readonly type: 'end'; readonly ending: Ending }

function itemOf(file: string, text: string, line: number): Parsed {
  const value = parsed(text)
  if (line === 1) {
    if (value?.format !== 'reeve-backup') throw new DamagedBackupError(file, 'it is no backup of Reeve')
    if (value.version !== 1) {
      throw new DamagedBackupError(file, `it has format ${value.version}, this version of Reeve reads 1`)
    }
    if (!Number.isSafeInteger(value.revision)) throw new DamagedBackupError(file, 'line 1 names no revision')
    return { type: 'header', header: value as unknown as BackupHeader }
  }
  if (value === undefined) throw new DamagedBackupError(file, `line ${line} is damaged`)
  if ('end' in value) return { type: 'end', ending: value.end as Ending }
  if ('identity' in value && line === 2) return { type: 'identity', identity: value.identity }
  if (typeof value.key === 'string' && (typeof value.value === 'string' || typeof value.base64 === 'string'))
    return { type: 'entry', entry: value as unknown as BackupEntry }
  throw new DamagedBackupError(file, `line ${line} is no key and value`)
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
