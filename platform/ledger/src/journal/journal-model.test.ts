import { SimulatedDisk } from '@reeve/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Journal, JournalItem } from './journal.ts'
import type { JournalRecord } from './journal-record.ts'
import { openJournal } from './open-journal.ts'
import { decodeRecord } from './record-line.ts'
import { segmentName } from './segment-name.ts'

/** What is done to a journal; fractions choose a place in whatever is there at that time. */
type Step =
  | { readonly do: 'append'; readonly batches: readonly (readonly string[])[] }
  | { readonly do: 'reopen'; readonly how: 'close' | 'kill' }
  | { readonly do: 'power loss'; readonly kept: number }
  | { readonly do: 'truncate'; readonly at: number }
  | { readonly do: 'flip'; readonly segment: number; readonly at: number; readonly bit: number }

const fraction = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })
const text = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc.constant('"},{"seq":1,'),
  fc.string({ unit: 'binary' }),
)

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('append'),
      batches: fc.array(fc.array(text, { maxLength: 3 }), { maxLength: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reopen'), how: fc.constantFrom('close', 'kill') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('power loss'), kept: fraction }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('truncate'), at: fraction }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('flip'), segment: fraction, at: fraction, bit: fc.nat(7) }),
  },
) as fc.Arbitrary<Step>

/** A journal and what is known about it from outside. */
class Model {
  readonly disk = new SimulatedDisk()
  /** Acknowledged, and as far as anyone knows on disk. */
  readonly kept = new Map<number, JournalRecord>()
  /** Hit by damage: may be missing, but neither wrong nor numbered again. */
  readonly hit = new Map<number, JournalRecord>()
  journal: Journal | undefined

  async open(): Promise<Journal> {
    this.journal ??= await openJournal({ directory: '/journal', files: this.disk, segmentBytes: 500 })
    return this.journal
  }

  async run(next: Step): Promise<void> {
    if (next.do === 'append') return this.#append(next.batches)
    if (next.do === 'reopen' && next.how === 'close') await this.journal?.close()
    if (next.do === 'power loss') this.disk.crash(next.kept)
    else this.disk.stop()
    this.journal = undefined
    if (next.do === 'truncate') this.#truncate(next.at)
    const place = next.do === 'flip' ? this.#flip(next) : undefined
    await this.check()
    if (place !== undefined) await this.#expectReported(place)
  }

  /** What is replayed is what was recorded, and every number is accounted for. */
  async check(): Promise<void> {
    const items = await Array.fromAsync((await this.open()).replay())
    const replayed = new Set<number>()
    let last = 0
    for (const item of items) {
      if (item.kind === 'damage') continue
      const [from, to] =
        item.kind === 'gap' ? [item.from, item.to] : [item.record.sequence, item.record.sequence]
      expect(from).toBe(last + 1)
      last = to
      if (item.kind !== 'record') continue
      expect(item.record).toEqual(this.kept.get(from) ?? this.hit.get(from))
      replayed.add(from)
    }
    for (const sequence of this.kept.keys()) expect(replayed).toContain(sequence)
    const stats = (await this.open()).stats()
    expect(stats.lastSequence).toBeGreaterThanOrEqual(Math.max(0, ...this.kept.keys(), ...this.hit.keys()))
  }

  async #append(batches: readonly (readonly string[])[]): Promise<void> {
    const journal = await this.open()
    const appended = await Promise.all(
      batches.map((batch) => journal.appendAll(batch.map((data) => ({ type: 'x', data })))),
    )
    for (const record of appended.flat()) {
      expect(this.kept.has(record.sequence) || this.hit.has(record.sequence)).toBe(false)
      this.kept.set(record.sequence, record)
    }
  }

  #segments(): [string, Buffer][] {
    return [...this.disk.contents].filter(([name]) => name.endsWith('.jsonl')).sort()
  }

  /** What is gone without a trace may be numbered again: nothing on the disk could tell. */
  #truncate(at: number): void {
    const [name, bytes] = this.#segments().at(-1) ?? ['', Buffer.alloc(0)]
    if (bytes.length === 0) return
    const size = Math.floor(at * bytes.length)
    for (const { sequence, start, end } of placesIn(bytes)) {
      if (start >= size) {
        this.kept.delete(sequence)
        this.hit.delete(sequence)
      } else if (end > size) this.#strike(sequence)
    }
    this.disk.change(name, () => bytes.subarray(0, size))
    if (size > 0) return
    const first = Number(name.slice(8, 28))
    for (const sequence of this.hit.keys()) if (sequence >= first) this.hit.delete(sequence)
  }

  #flip(flip: Step & { do: 'flip' }): { name: string; offset: number } | undefined {
    const segments = this.#segments().filter(([, bytes]) => bytes.length > 0)
    const [name, bytes] = segments[Math.floor(flip.segment * segments.length)] ?? ['', Buffer.alloc(0)]
    if (bytes.length === 0) return undefined
    const offset = Math.floor(flip.at * bytes.length)
    for (const { sequence, start, end } of placesIn(bytes)) {
      // Of two damaged lines that have become one, the second may be lost as well.
      if (offset >= start - 1 && offset < end && (offset >= start || this.hit.size > 0))
        this.#strike(sequence)
    }
    this.disk.change(name, (changed) => {
      changed[offset] = (changed[offset] ?? 0) ^ (1 << flip.bit)
      return changed
    })
    // The same bit flipped twice is no damage.
    const mended = placesIn(this.disk.contents.get(name) ?? bytes).some(
      ({ start, end }) => start <= offset && offset < end,
    )
    return mended ? undefined : { name, offset }
  }

  #strike(sequence: number): void {
    const record = this.kept.get(sequence)
    if (record === undefined) return
    this.kept.delete(sequence)
    this.hit.set(sequence, record)
  }

  async #expectReported(place: { name: string; offset: number }): Promise<void> {
    const journal = await this.open()
    const damage = (await Array.fromAsync(journal.replay())).filter((item) => item.kind === 'damage')
    const covers = ({
      segment,
      offset,
      bytes,
    }: {
      segment: string
      offset: number
      bytes: number
    }): boolean => segment === place.name && offset <= place.offset && place.offset < offset + bytes
    expect([...damage, ...journal.repairs].some(covers)).toBe(true)
  }
}

/** Where the sound records of a segment lie, their newlines included. */
function placesIn(bytes: Buffer): { sequence: number; start: number; end: number }[] {
  const places: { sequence: number; start: number; end: number }[] = []
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf('\n', start)
    const end = newline < 0 ? bytes.length : newline + 1
    const record = decodeRecord(bytes.subarray(start, newline < 0 ? end : newline))
    if (record !== undefined) places.push({ sequence: record.sequence, start, end })
    start = end
  }
  return places
}

describe('a journal that anything may happen to', () => {
  it('never gives a wrong record, loses none before the damage, tells the damage, numbers none again, always opens', async () => {
    const property = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      const model = new Model()
      for (const next of steps) await model.run(next)
      await model.check()
    })
    await fc.assert(property, { numRuns: 300 })
  })

  it('loses at most one record to a flipped bit, wherever it is', async () => {
    const disk = new SimulatedDisk()
    const journal = await openJournal({ directory: '/journal', files: disk })
    const records = await journal.appendAll([1, 2, 3].map((data) => ({ type: 'x', data })))
    await journal.close()
    const whole = disk.contents.get(segmentName(1)) ?? Buffer.alloc(0)
    for (let bit = 0; bit < whole.length * 8; bit += 1) {
      const changed = Buffer.from(whole)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      const flipped = new SimulatedDisk()
      await (await flipped.open(segmentName(1), 'create')).write(changed, 0)
      const opened = await openJournal({ directory: '/journal', files: flipped })
      const { sequence } = await opened.append({ type: 'after' })
      expect(sequence).toBeGreaterThan(3)
      const found = recordsOf(await Array.fromAsync(opened.replay({ toSequence: 3 })))
      expect(found.length).toBeGreaterThanOrEqual(2)
      for (const record of found) expect(record).toEqual(records[record.sequence - 1])
    }
  })
})

function recordsOf(items: readonly JournalItem[]): JournalRecord[] {
  return items.flatMap((item) => (item.kind === 'record' ? [item.record] : []))
}
