import { ProtobufError } from './protobuf-error.ts'

/** One field of a message: a number for varints, the eight bytes of a fixed64, the bytes of anything longer. */
export interface WireField {
  readonly number: number
  readonly value: bigint | Uint8Array
}

const VARINT = 0
const FIXED64 = 1
const BYTES = 2
const FIXED32 = 5

/** The fields of a message in the order that they come. */
export function* wireFields(message: Uint8Array): Generator<WireField> {
  const reader = new WireReader(message)
  while (!reader.atEnd) {
    const tag = Number(reader.varint())
    const number = Math.floor(tag / 8)
    if (number === 0) throw new ProtobufError('illegal tag 0')
    yield { number, value: reader.value(tag & 7) }
  }
}

/** The whole numbers of a packed list. */
export function* packedVarints(bytes: Uint8Array): Generator<bigint> {
  const reader = new WireReader(bytes)
  while (!reader.atEnd) yield reader.varint()
}

class WireReader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get atEnd(): boolean {
    return this.#at >= this.#bytes.length
  }

  /** Unsigned, at most 64 bits. */
  varint(): bigint {
    let low = 0
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = this.#byte()
      low += (byte & 0x7f) << shift
      if (byte < 0x80) return BigInt(low)
    }
    let value = BigInt(low)
    for (let shift = 28n; shift < 70n; shift += 7n) {
      const byte = this.#byte()
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return BigInt.asUintN(64, value)
    }
    throw new ProtobufError('integer overflow')
  }

  value(wireType: number): bigint | Uint8Array {
    if (wireType === VARINT) return this.varint()
    if (wireType === FIXED64) return this.#take(8)
    if (wireType === FIXED32) return this.#take(4)
    if (wireType === BYTES) return this.#take(Number(this.varint()))
    throw new ProtobufError(`illegal wire type ${wireType}`)
  }

  #byte(): number {
    const byte = this.#bytes[this.#at++]
    if (byte === undefined) throw new ProtobufError('unexpected end')
    return byte
  }

  #take(length: number): Uint8Array {
    const end = this.#at + length
    if (end > this.#bytes.length) throw new ProtobufError('unexpected end')
    const taken = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return taken
  }
}
