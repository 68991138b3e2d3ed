import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeRecord, encodeRecord } from './record-line.ts'

const record = {
  sequence: 7,
  time: Date.UTC(2026, 0, 2),
  type: 'observed',
  key: 'ec2/i-1',
  data: { found: 3 },
}

describe('encodeRecord', () => {
  it('writes one line of JSON that ends with a checksum of what is before it', () => {
    expect(encodeRecord(record).toString()).toBe(
      '{"seq":7,"time":"2026-01-02T00:00:00.000Z","type":"observed","key":"ec2/i-1","data":{"found":3},"sum":"f9a19bda"}\n',
    )
  })

  it('leaves out what the record does not have', () => {
    const line = encodeRecord({ sequence: 1, time: 0, type: 'x' }).toString()
    expect(Object.keys(JSON.parse(line))).toEqual(['seq', 'time', 'type', 'sum'])
  })
})

describe('decodeRecord', () => {
  it('gives back any record as it was', () => {
    const arbitrary = fc.record(
      {
        sequence: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
        time: fc.integer({ min: -8.64e15, max: 8.64e15 }),
        type: fc.string({ minLength: 1, unit: 'binary' }),
        key: fc.string({ unit: 'binary' }),
        data: fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value))),
      },
      { requiredKeys: ['sequence', 'time', 'type'] },
    )
    fc.assert(
      fc.property(arbitrary, (any) => {
        expect(decodeRecord(encodeRecord(any).subarray(0, -1))).toEqual(any)
      }),
    )
  })

  it('takes no line in which a single bit has changed', () => {
    const line = encodeRecord(record).subarray(0, -1)
    for (let bit = 0; bit < line.length * 8; bit += 1) {
      const changed = Buffer.from(line)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(decodeRecord(changed)).toBeUndefined()
    }
  })

  it.each(['', '{}', '{"seq":0,"sum":"00000000"}', 'null', '\0\0'])('takes no other line: %j', (line) => {
    expect(decodeRecord(Buffer.from(line))).toBeUndefined()
  })
})
