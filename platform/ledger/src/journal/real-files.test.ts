import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openJournal } from './open-journal.ts'
import { realFiles } from './real-files.ts'
import { segmentName } from './segment-name.ts'

let parent: string
let directory: string

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'reeve-journal-'))
  directory = join(parent, 'deep', 'journal')
})
afterEach(() => rm(parent, { recursive: true }))

async function mode(path: string): Promise<string> {
  return ((await stat(path)).mode & 0o777).toString(8)
}

describe('a journal on a real disk', () => {
  it('is there again after reopening, over several segments', async () => {
    for (let round = 0; round < 3; round += 1) {
      await using journal = await openJournal({ directory, segmentBytes: 200 })
      await Promise.all([1, 2, 3, 4].map((data) => journal.append({ type: 'x', data })))
    }
    await using journal = await openJournal({ directory })
    const items = await Array.fromAsync(journal.replay())
    expect(items.map((item) => item.kind === 'record' && item.record.sequence)).toEqual(
      Array.from({ length: 12 }, (_, index) => index + 1),
    )
  })

  it('is for its owner alone', async () => {
    await using journal = await openJournal({ directory })
    await journal.append({ type: 'x' })
    expect(await mode(directory)).toBe('700')
    for (const name of await readdir(directory))
      expect(`${name} ${await mode(join(directory, name))}`).toBe(`${name} 600`)
  })

  it('is plain text that any tool can read, one JSON object per line', async () => {
    await using journal = await openJournal({ directory })
    await journal.append({ type: 'decided', key: 'a', data: { action: 'create' }, time: 0 })
    const text = await readFile(join(directory, segmentName(1)), 'utf8')
    expect(JSON.parse(text)).toEqual({
      seq: 1,
      time: '1970-01-01T00:00:00.000Z',
      type: 'decided',
      key: 'a',
      data: { action: 'create' },
      sum: expect.stringMatching(/^[0-9a-f]{8}$/),
    })
  })

  it('cuts off a torn end and keeps it beside the segment', async () => {
    const writer = await openJournal({ directory })
    await writer.append({ type: 'x' })
    await writer.close()
    const torn = await realFiles.open(join(directory, segmentName(1)), 'write')
    const size = await torn.size()
    await torn.write(Buffer.from('{"seq":2,"ti'), size)
    await torn.close()
    await using journal = await openJournal({ directory })
    expect((await stat(join(directory, segmentName(1)))).size).toBe(size)
    expect(await readFile(join(directory, journal.repairs[0]?.savedAs ?? ''), 'utf8')).toBe('{"seq":2,"ti')
    expect(await journal.append({ type: 'x' })).toMatchObject({ sequence: 3 })
  })

  it('says that a file stands in the place of the directory', async () => {
    await (await realFiles.open(join(parent, 'deep'), 'create')).close()
    await expect(openJournal({ directory })).rejects.toMatchObject({ code: 'JOURNAL_UNREADABLE' })
  })
})
