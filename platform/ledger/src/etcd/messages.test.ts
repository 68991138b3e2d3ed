import { describe, expect, it } from 'vitest'
import { decodeRange, decodeTxn, encodeRange, encodeTxn } from './kv-messages.ts'
import { decodeLeaseCount, decodeTerm, encodeLeaseId } from './lease-messages.ts'
import { ProtobufReader, ProtobufWriter } from './protobuf.ts'
import { decodeCorruptMembers, decodeStatus, decodeToken } from './server-messages.ts'
import { decodeWatch, encodeWatch } from './watch-messages.ts'

const hex = <T>(encode: (writer: ProtobufWriter, value: T) => void, value: T): string => {
  const writer = new ProtobufWriter()
  encode(writer, value)
  return writer.finish().toString('hex')
}
const read = <T>(decode: (reader: ProtobufReader) => T, message: ProtobufWriter): T =>
  decode(new ProtobufReader(message.finish()))
const header = (writer: ProtobufWriter): unknown =>
  writer.int64(1, '-5').int64(2, '-7').uint(3, 42).uint(4, 2)
const kv = (writer: ProtobufWriter): unknown =>
  writer.string(1, '/k/a').uint(2, 3).uint(3, 5).uint(4, 2).bytes(5, Buffer.from('v')).int64(6, '7587')
const KV = {
  key: '/k/a',
  createRevision: 3,
  modRevision: 5,
  version: 2,
  value: new Uint8Array([118]),
  lease: '7587',
}

describe('messages of etcd', () => {
  it('asks for a range with the fields of rpc.proto', () => {
    const request = { key: 'a', rangeEnd: 'b', limit: 3, revision: 4, keysOnly: true, countOnly: true }
    expect(hex(encodeRange, request)).toBe('0a0161' + '120162' + '1803' + '2004' + '4001' + '4801')
  })

  it('reads a range, and skips what later versions may add', () => {
    const message = new ProtobufWriter().message(1, header, 0).message(2, kv, 0).bool(3, true).uint(4, 9)
    expect(read(decodeRange, message.string(99, 'new'))).toEqual({
      revision: 42,
      kvs: [KV],
      more: true,
      count: 9,
    })
  })

  it('writes a transaction with guards and both branches', () => {
    const text = hex(encodeTxn, {
      compare: [
        { key: 'a', target: 'version', version: 0 },
        { key: 'b', target: 'mod', modRevision: 7 },
        { key: 'c', target: 'value', value: Buffer.from('v') },
      ],
      success: [
        { type: 'put', key: 'p', value: Buffer.from('v'), lease: '300' },
        { type: 'delete', key: 'd' },
        { type: 'txn', txn: { compare: [], success: [], failure: [] } },
      ],
      failure: [{ type: 'range', key: 'r' }],
    })
    const compares = '0a031a0161' + '0a0710021a01623007' + '0a0810031a01633a0176'
    const success = '120b12090a017012017618ac02' + '12051a030a0164' + '12022200'
    expect(text).toBe(`${compares}${success}1a050a030a0172`)
  })

  it('reads the outcome of a transaction with the ranges of its branch', () => {
    const range = (writer: ProtobufWriter): unknown => writer.message(2, kv, 0)
    const answer = (writer: ProtobufWriter): unknown => writer.message(1, range, 0)
    const message = new ProtobufWriter().message(1, header, 0).message(3, answer, 0)
    const { revision, succeeded, ranges } = read(decodeTxn, message)
    expect([revision, succeeded, ranges.map(({ kvs }) => kvs)]).toEqual([42, false, [[KV]]])
  })

  it('asks for a watch, its end and its progress', () => {
    const create = { key: 'a', rangeEnd: 'b', startRevision: 9, previous: true }
    expect(hex(encodeWatch, { type: 'create', create })).toBe(
      '0a0e' + '0a0161' + '120162' + '1809' + '2001' + '3001' + '4001',
    )
    expect(hex(encodeWatch, { type: 'cancel', watchId: 3 })).toBe('12020803')
    expect(hex(encodeWatch, { type: 'progress' })).toBe('1a00')
  })

  it('reads events with what was before, and a progress for all watches', () => {
    const event = (writer: ProtobufWriter): unknown => writer.uint(1, 1).message(2, kv, 0).message(3, kv, 0)
    const message = new ProtobufWriter().message(1, header, 0).bool(7, true).message(11, event, 0)
    expect(read(decodeWatch, message)).toMatchObject({
      revision: 42,
      fragment: true,
      events: [{ deleted: true, kv: KV, previous: KV }],
    })
    const progress = new ProtobufWriter().message(1, header, 0).int64(2, '-1')
    expect(read(decodeWatch, progress)).toMatchObject({ watchId: -1, created: false, events: [] })
  })

  it('reads why a watch was canceled', () => {
    const message = new ProtobufWriter().bool(4, true).uint(5, 12).string(6, 'why')
    expect(read(decodeWatch, message)).toMatchObject({
      canceled: true,
      compactRevision: 12,
      cancelReason: 'why',
    })
  })

  it('keeps lease ids whole, beyond what a number holds', () => {
    const id = '7587895238474873907'
    const term = new ProtobufWriter().message(1, header, 0).int64(2, id).uint(3, 60)
    expect(read(decodeTerm, term)).toEqual({ id, seconds: 60 })
    const again = new ProtobufWriter()
    encodeLeaseId(again, id)
    const reader = new ProtobufReader(again.finish())
    expect([reader.field(), reader.int64()]).toEqual([1, id])
  })

  it('counts leases, reads tokens, sizes and alarms of damage', () => {
    const lease = (writer: ProtobufWriter): unknown => writer.int64(1, '5')
    const leases = new ProtobufWriter().message(1, header, 0).message(2, lease, 0).message(2, lease, 0)
    expect(read(decodeLeaseCount, leases)).toBe(2)
    expect(read(decodeToken, new ProtobufWriter().message(1, header, 0).string(2, 'token.1'))).toBe('token.1')
    const status = new ProtobufWriter().string(2, '3.6.5').uint(3, 20_480)
    expect(read(decodeStatus, status)).toEqual({ version: '3.6.5', dbSize: 20_480 })
    const alarm = (writer: ProtobufWriter, kind: number): unknown => writer.int64(1, '-1').uint(2, kind)
    const alarms = new ProtobufWriter().message(2, alarm, 1).message(2, alarm, 2)
    expect(read(decodeCorruptMembers, alarms)).toEqual(['ffffffffffffffff'])
  })
})
