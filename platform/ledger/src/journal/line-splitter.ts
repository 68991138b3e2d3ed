const NEWLINE = 0x0a

/** A line and its place in the file. */
export interface Line {
  readonly offset: number
  /** With its newline. */
  readonly bytes: number
  /** Without its newline; `undefined` if it is longer than the splitter keeps. */
  readonly text: Buffer | undefined
  /** Whether a newline ends it. */
  readonly ended: boolean
}

/** Cuts a stream of bytes into lines, and holds at most `maxBytes` of one line however long it is. */
export class LineSplitter {
  readonly #maxBytes: number
  #offset: number
  #pieces: Buffer[] = []
  #bytes = 0

  constructor(offset: number, maxBytes: number) {
    this.#offset = offset
    this.#maxBytes = maxBytes
  }

  /** The lines that end in this chunk. Keeps what is left of it: do not write into it again. */
  push(chunk: Buffer): readonly Line[] {
    const lines: Line[] = []
    let start = 0
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, start)) {
      this.#keep(chunk.subarray(start, at))
      lines.push(this.#take(true))
      start = at + 1
    }
    this.#keep(chunk.subarray(start))
    return lines
  }

  /** What came after the last newline, if anything did. */
  end(): Line | undefined {
    return this.#bytes > 0 ? this.#take(false) : undefined
  }

  #keep(piece: Buffer): void {
    this.#bytes += piece.length
    if (this.#bytes > this.#maxBytes) this.#pieces = []
    else if (piece.length > 0) this.#pieces.push(piece)
  }

  #take(ended: boolean): Line {
    const bytes = this.#bytes + (ended ? 1 : 0)
    const tooLong = bytes > this.#maxBytes
    const [only, ...more] = this.#pieces
    const text = only !== undefined && more.length === 0 ? only : Buffer.concat(this.#pieces)
    const line: Line = { offset: this.#offset, bytes, text: tooLong ? undefined : text, ended }
    this.#offset += bytes
    this.#pieces = []
    this.#bytes = 0
    return line
  }
}
