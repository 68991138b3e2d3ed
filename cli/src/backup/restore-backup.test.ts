import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { realClock, silentLogger } from '@reeve/ground'
import { type Ledger, openMemoryLedger, openSqliteLedger } from '@reeve/ledger'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DataFolder } from '../data-folder.ts'
import { backupLines } from './backup-lines.ts'
import { verifyBackup } from './read-backup.ts'
import { REVISION_JUMP, restoreBackup, settleRestore } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

const text = (value: string): Uint8Array => new TextEncoder().encode(value)
const put = (ledger: Ledger, key: string, value: string | Uint8Array) =>
  ledger.txn([], [{ do: 'put', key, value: typeof value === 'string' ? text(value) : value }])

describe('backup and restore', () => {
  let root: string
  let file: string
  let folder: DataFolder
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'reeve-backup-'))
    file = join(root, 'a.backup')
    folder = new DataFolder(join(root, 'data'))
    await folder.make()
  })
  afterEach(() => rm(root, { recursive: true }))

  const quiet = { progress: () => {}, force: false }
  const backUp = async (ledger: Ledger, identity?: unknown) =>
    writeBackup(file, backupLines(ledger, { clock: realClock, identity }), quiet)
  const restore = async (force = false) =>
    restoreBackup(folder, await verifyBackup(file), { ...quiet, force, logger: silentLogger })
  const stored = async (): Promise<Record<string, string>> => {
    const ledger = await openSqliteLedger(folder.ledger)
    const { entries } = await ledger.range('')
    await ledger.close()
    return Object.fromEntries(entries.map(({ key, value }) => [key, Buffer.from(value).toString('latin1')]))
  }

  it('brings back every key and value, also those that are no text', async () => {
    const ledger = openMemoryLedger()
    for (let at = 0; at < 1_203; at += 1) await put(ledger, `k${at}`, `v${at}`)
    await put(ledger, 'bytes', Uint8Array.from([0xff, 0, 0xc3, 0x28]))
    await put(ledger, 'line', 'a\nb')
    const { keys, header } = await backUp(ledger)
    expect([keys, header.revision]).toEqual([1_205, await ledger.revision()])
    await restore()
    const found = await stored()
    expect(Object.keys(found)).toHaveLength(1_205)
    expect(found).toMatchObject({ k0: 'v0', k1202: 'v1202', bytes: '\xff\0\xc3(', line: 'a\nb' })
  })

  it('is the state of one revision, whatever is written meanwhile', async () => {
    const ledger = openMemoryLedger()
    for (let at = 0; at < 1_500; at += 1) await put(ledger, `k${String(at).padStart(5, '0')}`, 'old')
    const disturbed = (async function* () {
      for await (const lines of backupLines(ledger, { clock: realClock })) {
        yield lines
        await put(ledger, 'k01499', 'new')
        await put(ledger, 'z', 'new')
        await ledger.txn([], [{ do: 'delete', key: 'k01400' }])
      }
    })()
    await writeBackup(file, disturbed, quiet)
    await restore()
    const found = await stored()
    expect(Object.keys(found)).toHaveLength(1_500)
    expect(new Set(Object.values(found))).toEqual(new Set(['old']))
  })

  it('leaves out keys under a lease, which end with their holder', async () => {
    const ledger = openMemoryLedger()
    const lease = await ledger.lease(60_000)
    await ledger.txn([], [{ do: 'put', key: 'claim', value: text('me'), lease: lease.id }])
    await put(ledger, 'kept', 'v')
    await backUp(ledger)
    await restore()
    expect(await stored()).toEqual({ kept: 'v' })
  })

  it('goes on with revisions that nobody has seen, and calls the older ones compacted', async () => {
    const ledger = openMemoryLedger()
    await put(ledger, 'a', '1')
    await backUp(ledger)
    const first = await restore()
    expect(first.revision).toBeGreaterThan(REVISION_JUMP)
    const second = await restore(true)
    expect(second.revision).toBeGreaterThan(first.revision + REVISION_JUMP - 1)
    const restored = await openSqliteLedger(folder.ledger)
    expect((await restored.get('a'))?.modRevision).toBe(second.revision)
    const watch = restored.watch('', { from: first.revision + 1 })[Symbol.asyncIterator]()
    await expect(watch.next()).rejects.toMatchObject({ code: 'LEDGER_COMPACTED' })
    await restored.close()
  })

  it('refuses a folder that holds a ledger unless it is forced', async () => {
    const ledger = openMemoryLedger()
    await put(ledger, 'a', '1')
    await backUp(ledger)
    const old = await openSqliteLedger(folder.ledger)
    await put(old, 'old', '1')
    await old.close()
    await expect(restore()).rejects.toMatchObject({ code: 'CLI_FOLDER_NOT_EMPTY' })
    expect(await stored()).toEqual({ old: '1' })
    await restore(true)
    expect(await stored()).toEqual({ a: '1' })
  })

  it('replaces a ledger that cannot be opened any more', async () => {
    const ledger = openMemoryLedger()
    await put(ledger, 'a', '1')
    await backUp(ledger)
    await writeFile(folder.ledger, 'no ledger at all')
    await writeFile(`${folder.ledger}-wal`, 'nor this')
    await restore(true)
    expect(await stored()).toEqual({ a: '1' })
  })

  it('carries certificates and tokens only where they were asked for', async () => {
    const ledger = openMemoryLedger()
    await put(ledger, 'a', '1')
    await backUp(ledger, { adminToken: 'secret' })
    expect((await restore()).withIdentity).toBe(true)
    expect(JSON.parse(await readFile(join(folder.path, 'identity.json'), 'utf8'))).toEqual({
      adminToken: 'secret',
    })
  })

  it.each<[string, (content: string) => string, RegExp]>([
    ['cut off', (all) => all.slice(0, all.indexOf('{"end"')), /is cut off after line 4$/],
    ['cut in a line', (all) => all.slice(0, -20), /its last line is not whole$/],
    [
      'changed',
      (all) => all.replace('"v2"', '"v3"'),
      /its SHA-256 is [0-9a-f]{64}, its end says [0-9a-f]{64}$/,
    ],
    ['short of a line', (all) => all.replace(/\n.*"k1".*\n/, '\n'), /it holds 2 keys, its end speaks of 3$/],
    ['garbled', (all) => all.replace('{"key":"k1"', '{"key:"k1"'), /line 3 is damaged$/],
    ['something else', () => 'apiVersion: v1\n', /it is no backup of Reeve$/],
    ['from the future', (all) => all.replace('"version":1', '"version":9'), /has format 9, .* reads 1$/],
    ['continued', (all) => `${all}{}\n`, /line 6 stands after its end$/],
    ['empty', () => '', /is cut off after line 0$/],
  ])('refuses a file that is %s, and says so', async (_what, damage, reason) => {
    const ledger = openMemoryLedger()
    for (const at of [0, 1, 2]) await put(ledger, `k${at}`, `v${at}`)
    await backUp(ledger)
    await writeFile(file, damage(await readFile(file, 'utf8')))
    const refused = await restore().catch((error) => error)
    expect(refused).toMatchObject({ code: 'CLI_BACKUP_DAMAGED', message: expect.stringMatching(reason) })
    expect(existsSync(folder.ledger)).toBe(false)
  })

  it('leaves the old file where a backup fails', async () => {
    await writeFile(file, 'old')
    const failing = (async function* () {
      yield '{"keys":1}\n'
      throw new Error('the disk is gone')
    })()
    await expect(writeBackup(file, failing, { ...quiet, force: true })).rejects.toMatchObject({
      message: `cannot back up to ${file}: the disk is gone`,
    })
    expect([await readFile(file, 'utf8'), await readdir(root)]).toEqual(['old', ['a.backup', 'data']])
  })

  it('ends a restore that was interrupted after it was whole, and takes back one that was not', async () => {
    const ledger = openMemoryLedger()
    await put(ledger, 'new', '1')
    await backUp(ledger, { adminToken: 'new' })
    await restore()
    const whole = join(folder.path, 'restore.whole')
    await mkdir(whole)
    const pieces = ['ledger.db', 'ledger.db-ack', 'identity.json']
    for (const piece of pieces) await rename(join(folder.path, piece), join(whole, piece))
    await cp(whole, join(folder.path, 'restore.partial'), { recursive: true })
    // However many of the pieces had arrived when it was interrupted, the rest follows.
    for (let arrived = 0; arrived <= pieces.length; arrived += 1) {
      const copy = new DataFolder(join(root, `copy-${arrived}`))
      await cp(folder.path, copy.path, { recursive: true })
      const old = await openSqliteLedger(join(copy.path, 'ledger.db'))
      await put(old, 'old', '1')
      await old.close()
      for (const piece of pieces.slice(0, arrived)) {
        await rename(join(copy.path, 'restore.whole', piece), join(copy.path, piece))
        if (piece === 'ledger.db') await rm(`${copy.ledger}-ack`)
      }
      await settleRestore(copy)
      const settled = await openSqliteLedger(copy.ledger)
      expect((await settled.range('')).entries.map(({ key }) => key)).toEqual(['new'])
      await settled.close()
      expect((await readdir(copy.path)).sort()).toEqual(['identity.json', 'ledger.db', 'ledger.db-ack'])
    }
  })
})
