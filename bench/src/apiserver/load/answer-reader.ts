const HEAD_END = Buffer.from('\r\n\r\n')
const LINE_END = Buffer.from('\r\n')
const NOTHING = Buffer.alloc(0)

/** What becomes of the answers on one connection. */
export interface AnswerEvents {
  /** A piece of a body, as it comes. */
  readonly piece: (piece: Buffer) => void
  /** The answer is whole. */
  readonly end: (status: number) => void
}

/** Reads HTTP/1.1 answers out of the bytes of a connection: no more of the protocol than two API servers use. */
export class AnswerReader {
  readonly #events: AnswerEvents
  #rest: Buffer = NOTHING
  #status = 0
  #state: 'head' | 'body' | 'size' | 'chunk' | 'trailer' = 'head'
  /** Bytes of the body or chunk that are still to come. */
  #left = 0

  constructor(events: AnswerEvents) {
    this.#events = events
  }

  take(bytes: Buffer): void {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes])
    while (this.#step());
  }

  #step(): boolean {
    switch (this.#state) {
      case 'head':
        return this.#head()
      case 'size':
        return this.#size()
      case 'body':
      case 'chunk':
        return this.#piece()
      case 'trailer':
        return this.#trailer()
    }
  }

  #head(): boolean {
    const end = this.#rest.indexOf(HEAD_END)
    if (end < 0) return false
    const head = this.#cut(end, HEAD_END.length).toString('latin1').toLowerCase()
    this.#status = Number(head.slice(9, 12))
    const [, length] = /\r\ncontent-length: (\d+)/.exec(head) ?? []
    this.#left = Number(length ?? 0)
    if (head.includes('\r\ntransfer-encoding: chunked')) this.#state = 'size'
    else if (this.#left > 0) this.#state = 'body'
    else this.#end()
    return true
  }

  #size(): boolean {
    const end = this.#rest.indexOf(LINE_END)
    if (end < 0) return false
    this.#left = Number.parseInt(this.#cut(end, LINE_END.length).toString('latin1'), 16)
    // The end of a chunk's line belongs to the chunk.
    this.#state = this.#left === 0 ? 'trailer' : 'chunk'
    return true
  }

  #piece(): boolean {
    if (this.#rest.length === 0) return false
    const chunked = this.#state === 'chunk'
    if (this.#left > 0) {
      const piece = this.#cut(Math.min(this.#left, this.#rest.length), 0)
      this.#left -= piece.length
      this.#events.piece(piece)
    }
    if (this.#left > 0 || (chunked && this.#rest.length < LINE_END.length)) return false
    if (!chunked) this.#end()
    else {
      this.#cut(0, LINE_END.length)
      this.#state = 'size'
    }
    return true
  }

  #trailer(): boolean {
    if (this.#rest.length < LINE_END.length) return false
    this.#cut(0, LINE_END.length)
    this.#end()
    return true
  }

  #end(): void {
    this.#state = 'head'
    this.#events.end(this.#status)
  }

  /** Takes `length` bytes off the front, and leaves out `skipped` after them. */
  #cut(length: number, skipped: number): Buffer {
    const piece = this.#rest.subarray(0, length)
    this.#rest = this.#rest.subarray(length + skipped)
    return piece
  }
}
