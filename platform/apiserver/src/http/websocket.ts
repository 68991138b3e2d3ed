import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import { type Clock, sleep } from '@reeve/ground'
import { formatJson } from '../json/format-json.ts'
import type { JsonObject } from '../json/json-value.ts'
import {
  CLOSE_CODES,
  closeFrame,
  FrameReader,
  frameOf,
  OPCODES,
  WebSocketProtocolError,
} from './websocket-frames.ts'

export interface WebSocketOptions {
  /** What came with the request already. */
  readonly head: Buffer
  readonly events: AsyncIterable<JsonObject>
  /** Ends the watch, and so the WebSocket. */
  readonly signal: AbortSignal
  /** Called when the client wants no more. */
  readonly leave: () => void
  /** Hears why the events broke off. */
  readonly failed: (error: unknown) => void
  readonly clock: Clock
}

/** Whoever watches has nothing to say: what comes is passed over, and may not be large. */
const LARGEST_MESSAGE = 64 * 1024
/** How long a client may take to close after it was told to. */
const PATIENCE_MS = 1_000

/** Sends events over a connection that has become a WebSocket, one text message each; resolves when it is over. */
export async function serveWebSocket(socket: Duplex, options: WebSocketOptions): Promise<void> {
  const { head, events, signal, leave, failed, clock } = options
  const connection = new Connection(socket, leave)
  socket.on('data', (bytes: Buffer) => connection.hear(bytes))
  socket.once('close', leave)
  socket.on('error', leave)
  connection.hear(head)
  try {
    for await (const event of events) {
      if (connection.isClosed) break
      if (!connection.send(OPCODES.text, `${formatJson(event)}\n`)) await once(socket, 'drain', { signal })
    }
    connection.close(CLOSE_CODES.normal)
  } catch (error) {
    if (!signal.aborted) failed(error)
    connection.close(signal.aborted ? CLOSE_CODES.goingAway : CLOSE_CODES.failed)
  }
  const patience = new AbortController()
  const over = once(socket, 'close', { signal: patience.signal }).catch(() => {})
  if (!socket.destroyed)
    await Promise.race([over, sleep(clock, PATIENCE_MS, patience.signal).catch(() => {})])
  patience.abort()
  socket.destroy()
}

/** One side of a WebSocket: says nothing after it has said goodbye. */
class Connection {
  readonly #socket: Duplex
  readonly #leave: () => void
  readonly #reader = new FrameReader({ largest: LARGEST_MESSAGE })
  #closed = false

  constructor(socket: Duplex, leave: () => void) {
    this.#socket = socket
    this.#leave = leave
  }

  get isClosed(): boolean {
    return this.#closed || this.#socket.destroyed
  }

  /** False while the other side is slow. */
  send(opcode: number, payload: string | Uint8Array): boolean {
    if (this.isClosed) return true
    return this.#socket.write(frameOf(opcode, typeof payload === 'string' ? Buffer.from(payload) : payload))
  }

  close(code: number): void {
    if (this.isClosed) return
    this.#socket.end(closeFrame(code))
    this.#closed = true
  }

  hear(bytes: Buffer): void {
    if (bytes.length === 0 || this.isClosed) return
    try {
      for (const message of this.#reader.push(bytes)) {
        if (message.type === 'ping') this.send(OPCODES.pong, message.payload)
        if (message.type === 'close') this.#end(message.code ?? CLOSE_CODES.normal)
      }
    } catch (error) {
      this.#end(error instanceof WebSocketProtocolError ? error.closeCode : CLOSE_CODES.failed)
    }
  }

  #end(code: number): void {
    this.close(code)
    this.#leave()
  }
}
