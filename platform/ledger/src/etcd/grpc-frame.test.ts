import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GrpcError } from './grpc-error.ts'
import { decodeAnswer, FrameSplitter, frameOf } from './grpc-frame.ts'
import type { ProtobufReader, ProtobufWriter } from './protobuf.ts'

const encode = (writer: ProtobufWriter, text: string): void => void writer.string(1, text)
const decode = (reader: ProtobufReader): string => (reader.field() === 0 ? '' : reader.string())

describe('FrameSplitter', () => {
  it('finds the same messages however the network splits them', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 300 })),
        fc.integer({ min: 1, max: 400 }),
        (texts, size) => {
          const wire = Buffer.concat(texts.map((text) => frameOf(encode, text)))
          const splitter = new FrameSplitter()
          const found: string[] = []
          for (let at = 0; at < wire.length; at += size) {
            splitter.add(wire.subarray(at, at + size))
            for (let next = splitter.next(); next !== undefined; next = splitter.next())
              found.push(decode(next))
          }
          expect(found).toEqual(texts)
        },
      ),
    )
  })

  it('refuses a compressed message', () => {
    const splitter = new FrameSplitter()
    splitter.add(Buffer.from([1, 0, 0, 0, 0]))
    expect(() => splitter.next()).toThrow('compressed')
  })
})

describe('decodeAnswer', () => {
  it('says of nonsense that the answer is lost', () => {
    const splitter = new FrameSplitter()
    splitter.add(Buffer.from([0, 0, 0, 0, 2, 0x0a, 0x05]))
    const answer = splitter.next() as ProtobufReader
    expect(() => decodeAnswer(decode, answer)).toThrow(GrpcError)
  })
})
