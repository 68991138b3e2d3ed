import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ProtobufReader, ProtobufWriter } from './protobuf.ts'

const hex = (writer: ProtobufWriter): string => writer.finish().toString('hex')

describe('ProtobufWriter', () => {
  it('writes the examples of the protobuf manual', () => {
    expect(hex(new ProtobufWriter().uint(1, 150))).toBe('089601')
    expect(hex(new ProtobufWriter().string(2, 'testing'))).toBe('120774657374696e67')
    expect(hex(new ProtobufWriter().message(3, (inner) => inner.uint(1, 150), undefined))).toBe('1a03089601')
  })

  it('leaves out what is zero, but not an empty message', () => {
    const writer = new ProtobufWriter().uint(1, 0).string(2, '').bool(3, false).int64(4, '0')
    expect(hex(writer)).toBe('')
    expect(hex(writer.message(5, () => {}, undefined))).toBe('2a00')
  })

  it('makes room for the length of a long nested message', () => {
    const value = new Uint8Array(40_000).fill(7)
    const bytes = new ProtobufWriter()
      .message(1, (inner) => inner.bytes(2, value), undefined)
      .uint(3, 9)
      .finish()
    const reader = new ProtobufReader(bytes)
    expect(reader.field()).toBe(1)
    const inner = reader.message((nested) => [nested.field(), nested.bytes(), nested.field()])
    expect(inner).toEqual([2, value, 0])
    expect([reader.field(), reader.uint(), reader.field()]).toEqual([3, 9, 0])
  })
})

describe('ProtobufReader', () => {
  it('reads back every number, 64 bits as digits and 53 bits as number', () => {
    const long = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
    fc.assert(
      fc.property(fc.maxSafeNat(), long, (safe, wide) => {
        fc.pre(safe !== 0 && wide !== 0n)
        const reader = new ProtobufReader(new ProtobufWriter().uint(1, safe).int64(2, String(wide)).finish())
        expect([reader.field(), reader.uint(), reader.field(), reader.int64()]).toEqual([
          1,
          safe,
          2,
          String(wide),
        ])
      }),
    )
  })

  it('reads a small negative number, as etcd has for a watch that is none', () => {
    const reader = new ProtobufReader(new ProtobufWriter().int64(1, '-1').finish())
    expect([reader.field(), reader.uint()]).toEqual([1, -1])
  })

  it('refuses a number that it could not keep exact', () => {
    const reader = new ProtobufReader(new ProtobufWriter().int64(1, String(2n ** 60n + 1n)).finish())
    reader.field()
    expect(() => reader.uint()).toThrow(RangeError)
  })

  it('passes over fields of every wire type that it does not know', () => {
    const unknown = '0d01020304' + '110102030405060708' + '1a03aabbcc' + '20ffffffffffffffffff01'
    const reader = new ProtobufReader(Buffer.from(`${unknown}2805`, 'hex'))
    for (let field = reader.field(); field !== 5; field = reader.field()) reader.skip()
    expect(reader.uint()).toBe(5)
  })

  it('refuses a message that breaks off', () => {
    const reader = new ProtobufReader(Buffer.from('0a05616263', 'hex'))
    reader.field()
    expect(() => reader.string()).toThrow('ends within a field')
  })

  it('hands out bytes of their own', () => {
    const message = new ProtobufWriter().bytes(1, Buffer.from('kept')).finish()
    const reader = new ProtobufReader(message)
    reader.field()
    const value = reader.bytes()
    message.fill(0)
    expect(Buffer.from(value).toString()).toBe('kept')
  })
})
