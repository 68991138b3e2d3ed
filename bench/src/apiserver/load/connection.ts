import { connect, type TLSSocket } from 'node:tls'
import { AnswerReader } from './answer-reader.ts'

/** Where a server is and what it lets one in with. */
export interface Target {
  readonly url: string
  readonly token: string
  /** Its processes, whose time is counted. */
  readonly pids: readonly number[]
}

export interface Ask {
  readonly method: string
  readonly path: string
  readonly body?: string
  /** Of the body. Default: application/json. */
  readonly type?: string
}

/** One connection, kept alive, with one request at a time on it. Thin, so that the server is measured and not the client. */
export class Connection {
  readonly #socket: TLSSocket
  readonly #head: string
  readonly #reader: AnswerReader
  #pieces: Buffer[] = []
  #answered: ((text: string) => void) | undefined
  #failed: ((error: Error) => void) | undefined
  #asked = ''
  #stream: ((piece: Buffer) => void) | undefined

  private constructor(socket: TLSSocket, { url, token }: Target) {
    this.#socket = socket
    this.#head = `\r\nHost: ${new URL(url).host}\r\nAuthorization: Bearer ${token}\r\nAccept: application/json\r\n`
    this.#reader = new AnswerReader({
      piece: (piece) => (this.#stream === undefined ? void this.#pieces.push(piece) : this.#stream(piece)),
      end: (status) => this.#end(status),
    })
    socket.on('data', (bytes) => this.#reader.take(bytes))
    socket.on('error', (error) => this.#failed?.(error))
    socket.on('close', () => this.#failed?.(new Error(`cannot ${this.#asked}: the connection was closed`)))
  }

  static open(target: Target): Promise<Connection> {
    const { hostname, port } = new URL(target.url)
    return new Promise((resolve, reject) => {
      const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false })
      socket.setNoDelay(true)
      socket.once('error', reject)
      socket.once('secureConnect', () => resolve(new Connection(socket, target)))
    })
  }

  /** The body of the answer; throws unless it is a good one. */
  ask(ask: Ask): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#answered = resolve
      this.#failed = reject
      this.#send(ask)
    })
  }

  /** Hands over the pieces of an answer that does not end. */
  follow(path: string, stream: (piece: Buffer) => void): void {
    this.#stream = stream
    this.#send({ method: 'GET', path })
  }

  close(): void {
    this.#failed = undefined
    this.#socket.destroy()
  }

  #send({ method, path, body, type = 'application/json' }: Ask): void {
    this.#asked = `${method} ${path}`
    const start = `${method} ${path} HTTP/1.1${this.#head}`
    if (body === undefined) this.#socket.write(`${start}\r\n`, 'latin1')
    else {
      const length = Buffer.byteLength(body)
      this.#socket.write(`${start}Content-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n${body}`)
    }
  }

  #end(status: number): void {
    const [first] = this.#pieces
    const whole = first !== undefined && this.#pieces.length === 1 ? first : Buffer.concat(this.#pieces)
    this.#pieces = []
    const text = whole.toString('latin1')
    if (status < 300) this.#answered?.(text)
    else this.#failed?.(new Error(`cannot ${this.#asked}: ${status} ${text.slice(0, 300)}`))
  }
}
