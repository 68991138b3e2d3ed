const FIRST = 65_536

/** Bytes written from their end to their beginning, so that a length is known when it is to be written before its content. */
export class ReverseWriter {
  #bytes = Buffer.alloc(FIRST)
  #at = FIRST

  /** How many bytes there are. */
  get length(): number {
    return this.#bytes.length - this.#at
  }

  text(value: string): void {
    const size = Buffer.byteLength(value)
    this.#make(size)
    this.#bytes.write(value, this.#at, size)
  }

  double(value: number): void {
    this.#make(8)
    this.#bytes.writeDoubleLE(value, this.#at)
  }

  /** A whole number that is not negative, seven bits a byte. */
  varint(value: number): void {
    let size = 1
    for (let left = value; left > 127; left = Math.floor(left / 128)) size += 1
    this.#make(size)
    let left = value
    for (let at = 0; at < size; at += 1) {
      this.#bytes[this.#at + at] = at === size - 1 ? left : (left % 128) + 128
      left = Math.floor(left / 128)
    }
  }

  finish(): Uint8Array {
    return this.#bytes.subarray(this.#at)
  }

  #make(size: number): void {
    if (this.#at < size) this.#grow(size)
    this.#at -= size
  }

  #grow(size: number): void {
    const written = this.finish()
    const bytes = Buffer.alloc((this.#bytes.length + size) * 2)
    this.#at = bytes.length - written.length
    bytes.set(written, this.#at)
    this.#bytes = bytes
  }
}
