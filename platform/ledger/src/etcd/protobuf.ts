const SAFE_BYTES = 7

/** Writes protobuf fields into one growing buffer. Zero, empty and false are left out, as proto3 has it. */
export class ProtobufWriter {
  #bytes: Buffer
  #at: number

  /** Leaves `reserved` bytes free at the start, for whoever frames the message. */
  constructor(reserved = 0) {
    this.#bytes = Buffer.allocUnsafe(256)
    this.#at = reserved
  }

  /** A whole number from 0 to 2⁵³ − 1. */
  uint(field: number, value: number): this {
    if (value === 0) return this
    this.#varint(field * 8)
    this.#varint(value)
    return this
  }

  bool(field: number, value: boolean): this {
    return this.uint(field, value ? 1 : 0)
  }

  /** A signed 64-bit number as decimal digits. */
  int64(field: number, digits: string): this {
    let value = BigInt.asUintN(64, BigInt(digits))
    if (value === 0n) return this
    this.#varint(field * 8)
    this.#room(10)
    for (; value > 0x7fn; value >>= 7n) this.#byte(Number(value & 0x7fn) | 0x80)
    this.#byte(Number(value))
    return this
  }

  bytes(field: number, value: Uint8Array): this {
    if (value.length === 0) return this
    this.#varint(field * 8 + 2)
    this.#varint(value.length)
    this.#room(value.length)
    this.#bytes.set(value, this.#at)
    this.#at += value.length
    return this
  }

  string(field: number, value: string): this {
    if (value === '') return this
    const length = Buffer.byteLength(value)
    this.#varint(field * 8 + 2)
    this.#varint(length)
    this.#room(length)
    this.#at += this.#bytes.write(value, this.#at)
    return this
  }

  /** A nested message; written also when it is empty, for its presence means something in a oneof. */
  message<T>(field: number, encode: (writer: ProtobufWriter, value: T) => void, value: T): this {
    this.#varint(field * 8 + 2)
    this.#room(1)
    this.#at += 1
    const start = this.#at
    encode(this, value)
    const length = this.#at - start
    const more = varintLength(length) - 1
    if (more > 0) {
      this.#room(more)
      this.#bytes.copyWithin(start + more, start, this.#at)
    }
    this.#at = start - 1
    this.#varint(length)
    this.#at += length
    return this
  }

  finish(): Buffer {
    return this.#bytes.subarray(0, this.#at)
  }

  #varint(value: number): void {
    this.#room(10)
    let rest = value
    for (; rest > 0x7f; rest = Math.floor(rest / 128)) this.#byte((rest % 128) | 0x80)
    this.#byte(rest)
  }

  #byte(value: number): void {
    this.#bytes[this.#at] = value
    this.#at += 1
  }

  #room(more: number): void {
    if (this.#at + more <= this.#bytes.length) return
    const grown = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#at + more))
    this.#bytes.copy(grown, 0, 0, this.#at)
    this.#bytes = grown
  }
}

function varintLength(value: number): number {
  let length = 1
  for (let rest = value; rest > 0x7f; rest = Math.floor(rest / 128)) length += 1
  return length
}

/** Reads protobuf fields one by one: `field()` says which comes, then its value is read or skipped. */
export class ProtobufReader {
  readonly #bytes: Buffer
  #at: number
  readonly #end: number
  #wireType = 0

  constructor(bytes: Buffer, start = 0, end = bytes.length) {
    this.#bytes = bytes
    this.#at = start
    this.#end = end
  }

  /** Number of the next field; 0 at the end. */
  field(): number {
    if (this.#at >= this.#end) return 0
    const tag = this.uint()
    this.#wireType = tag % 8
    return Math.floor(tag / 8)
  }

  /** A whole number that fits 53 bits, negative ones included. */
  uint(): number {
    let value = 0
    let factor = 1
    for (let length = 0; length < SAFE_BYTES; length += 1) {
      const byte = this.#byte()
      value += (byte & 0x7f) * factor
      if (byte < 0x80) return value
      factor *= 128
    }
    this.#at -= SAFE_BYTES
    const long = this.#long()
    if (BigInt(Number(long)) !== long) throw new RangeError(`number ${long} does not fit`)
    return Number(long)
  }

  bool(): boolean {
    return this.uint() !== 0
  }

  /** A signed 64-bit number as decimal digits. */
  int64(): string {
    return this.#long().toString()
  }

  /** A copy, so that what is kept of a message does not keep all of it in memory. */
  bytes(): Uint8Array {
    const [start, end] = this.#lengthDelimited()
    return new Uint8Array(this.#bytes.subarray(start, end))
  }

  /** Text after its first `skip` bytes. */
  string(skip = 0): string {
    const [start, end] = this.#lengthDelimited()
    return this.#bytes.toString('utf8', start + skip, end)
  }

  message<T>(decode: (reader: ProtobufReader) => T): T {
    const [start, end] = this.#lengthDelimited()
    return decode(new ProtobufReader(this.#bytes, start, end))
  }

  /** Passes over a field that means nothing to us. */
  skip(): void {
    switch (this.#wireType) {
      case 0:
        return void this.#long()
      case 1:
        return void this.#take(8)
      case 2:
        return void this.#lengthDelimited()
      case 5:
        return void this.#take(4)
      default:
        throw new RangeError(`unknown wire type ${this.#wireType}`)
    }
  }

  #long(): bigint {
    let value = 0n
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.#byte()
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return BigInt.asIntN(64, value)
    }
    throw new RangeError('number of more than ten bytes')
  }

  #lengthDelimited(): [number, number] {
    const length = this.uint()
    return [this.#take(length), this.#at]
  }

  #take(length: number): number {
    const start = this.#at
    if (start + length > this.#end) throw new RangeError('message ends within a field')
    this.#at = start + length
    return start
  }

  #byte(): number {
    return this.#bytes[this.#take(1)] ?? 0
  }
}
