import { readdir, readFile, stat, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openJournal } from '@reeve/ledger'
import { useSystem } from '@reeve/test-servers'
import { describe, expect, it } from 'vitest'

const mount = await useSystem('mount')

describe.skipIf(!mount.available)('a journal on a disk that is full', () => {
  it('refuses what does not fit, keeps what was acknowledged, and goes on once there is room', async () => {
    await using disk = await mount.start({ bytes: 1 << 20 })
    const ballast = join(disk.path, 'ballast')
    await writeFile(ballast, new Uint8Array(512 * 1024))
    const directory = join(disk.path, 'journal')
    const journal = await openJournal({ directory, segmentBytes: 100_000 })
    const acknowledged = await fillUp(async (data) => (await journal.append({ type: 'x', data })).sequence)
    await unlink(ballast)
    const { sequence } = await journal.append({ type: 'after' })
    expect(sequence).toBe(acknowledged.length + 1)
    await journal.close()
    await using again = await openJournal({ directory })
    expect(again.repairs).toEqual([])
    const items = await Array.fromAsync(again.replay())
    expect(items.map((item) => item.kind === 'record' && item.record.sequence)).toEqual([
      ...acknowledged,
      sequence,
    ])
  })

  it('leaves no part of a refused record in its file', async () => {
    await using disk = await mount.start({ bytes: 256 * 1024 })
    await using journal = await openJournal({ directory: join(disk.path, 'journal') })
    await fillUp(async (data) => (await journal.append({ type: 'x', data })).sequence)
    const [name] = (await readdir(join(disk.path, 'journal'))).filter((entry) => entry.endsWith('.jsonl'))
    const path = join(disk.path, 'journal', name ?? '')
    expect((await stat(path)).size).toBe(journal.stats().bytes)
    expect((await readFile(path)).at(-1)).toBe('\n'.charCodeAt(0))
  })

  it('opens while the disk is full, also over a torn end', async () => {
    await using disk = await mount.start({ bytes: 256 * 1024 })
    const directory = join(disk.path, 'journal')
    const journal = await openJournal({ directory })
    const acknowledged = await fillUp(async (data) => (await journal.append({ type: 'x', data })).sequence)
    await journal.close()
    await fillUp(async (data) => void (await writeFile(join(disk.path, 'rest'), data, { flag: 'a' })))
    const [name] = (await readdir(directory)).filter((entry) => entry.endsWith('.jsonl'))
    const path = join(directory, name ?? '')
    const whole = await readFile(path)
    await writeFile(path, whole.fill('#', whole.length - 20, whole.length - 10), { flag: 'r+' })
    await using again = await openJournal({ directory })
    await expect(again.append({ type: 'x' })).rejects.toMatchObject({
      code: 'JOURNAL_DISK_FULL',
      retryable: true,
    })
    await unlink(join(disk.path, 'rest'))
    const { sequence } = await again.append({ type: 'after' })
    expect(sequence).toBeGreaterThan(acknowledged.length)
    expect(await Array.fromAsync(again.replay({ fromSequence: sequence }))).toHaveLength(1)
  })

  it('says that a disk is read-only', async () => {
    await using disk = await mount.start()
    await disk.remount('ro')
    await expect(openJournal({ directory: join(disk.path, 'journal') })).rejects.toMatchObject({
      code: 'JOURNAL_READ_ONLY',
    })
    await disk.remount('rw')
    await (await openJournal({ directory: join(disk.path, 'journal') })).close()
    await disk.remount('ro')
    await expect(openJournal({ directory: join(disk.path, 'journal') })).rejects.toMatchObject({
      code: 'JOURNAL_READ_ONLY',
    })
  })
})

/** Appends ever more until there is no room for it three times over; gives what was acknowledged. */
async function fillUp<T>(append: (data: string) => Promise<T>): Promise<T[]> {
  const done: T[] = []
  for (let refused = 0; refused < 3; ) {
    try {
      done.push(await append('z'.repeat(1000 + ((done.length * 997) % 5000))))
    } catch (error) {
      expect((error as { code: string }).code).toMatch(/^(JOURNAL_DISK_FULL|ENOSPC)$/)
      refused += 1
    }
  }
  return done
}
