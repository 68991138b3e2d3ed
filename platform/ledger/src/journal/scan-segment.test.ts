import { SimulatedDisk } from '@reeve/testing'
import { describe, expect, it } from 'vitest'
import { encodeRecord } from './record-line.ts'
import { type Scanned, type ScanOptions, scanSegment } from './scan-segment.ts'

const lines = [1, 2, 3].map((sequence) => encodeRecord({ sequence, time: 0, type: 'x', data: `${sequence}` }))
const [one, two, three] = lines.map((line) => line.toString()) as [string, string, string]

async function scan(text: string, options: Partial<ScanOptions> = {}): Promise<Scanned[]> {
  const disk = new SimulatedDisk()
  const file = await disk.open('/segment', 'create')
  await file.write(Buffer.from(text, 'latin1'), 0)
  return Array.fromAsync(scanSegment(file, { maxRecordBytes: 1000, ...options }))
}

function brief(found: readonly Scanned[]): unknown[] {
  return found.map((item) =>
    item.kind === 'record' ? item.record.sequence : [item.reason, item.offset, item.line],
  )
}

describe('scanSegment', () => {
  it('reports a damaged line with its place and goes on after it', async () => {
    const found = await scan(one + two.replace('x', 'y') + three)
    expect(brief(found)).toEqual([1, ['checksum', one.length, 2], 3])
  })

  it('finds both records when the newline between them is damaged', async () => {
    const found = await scan(`${one.slice(0, -1)}\x0b${two}${three}`)
    expect(brief(found)).toEqual([1, ['separator', one.length - 1, 1], 2, 3])
  })

  it('reports a line without an end as unfinished, even if all of the record is there', async () => {
    expect(brief(await scan(one + two.slice(0, -1)))).toEqual([1, ['unfinished', one.length, 2]])
  })

  it('reports a line longer than allowed instead of reading it', async () => {
    const found = await scan(`${one}${'z'.repeat(600_000)}\n${two}`)
    expect(brief(found)).toEqual([1, ['too-long', one.length, 2], 2])
  })

  it('accounts for every byte', async () => {
    const text = `junk\n${one}\0\0\0\n${two.slice(0, -1)}J${three}{"seq":4`
    const found = await scan(text)
    let at = 0
    for (const { offset, bytes } of found) {
      expect(offset).toBe(at)
      at += bytes
    }
    expect(at).toBe(text.length)
  })

  it('starts and ends where it is told to', async () => {
    const found = await scan(one + two + three, { from: one.length, line: 2, end: one.length + two.length })
    expect(found).toMatchObject([{ kind: 'record', record: { sequence: 2 }, line: 2 }])
  })
})
