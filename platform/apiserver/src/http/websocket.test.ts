import { Duplex } from 'node:stream'
import { realClock } from '@reeve/ground'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../json/json-value.ts'
import { serveWebSocket } from './websocket.ts'

/** A connection that keeps what is written to it. */
class FakeSocket extends Duplex {
  readonly written: Buffer[] = []

  override _read(): void {}

  override _write(bytes: Buffer, _: string, done: () => void): void {
    this.written.push(bytes)
    done()
  }

  get bytes(): Buffer {
    return Buffer.concat(this.written)
  }
}

/** From a client: masked with zeros. */
const framed = (opcode: number, ...payload: readonly number[]): Buffer =>
  Buffer.from([0x80 | opcode, 0x80 | payload.length, 0, 0, 0, 0, ...payload])

interface Served {
  readonly events: (signal: AbortSignal) => AsyncIterable<JsonObject>
  readonly head?: Buffer
}

function serve(socket: FakeSocket, { events, head = Buffer.alloc(0) }: Served) {
  const gone = new AbortController()
  const { signal } = gone
  const leave = (): void => gone.abort()
  const failures: unknown[] = []
  const over = serveWebSocket(socket, {
    head,
    events: events(signal),
    signal,
    leave,
    failed: (error) => failures.push(error),
    clock: realClock,
  })
  return { gone, over, failures }
}

async function* of(...events: readonly JsonObject[]): AsyncGenerator<JsonObject> {
  yield* events
}

/** Goes on until whoever listens has gone. */
async function* forever(signal: AbortSignal): AsyncGenerator<JsonObject> {
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
}

describe('serveWebSocket', () => {
  it('sends one text message for each event, and says goodbye at the end', async () => {
    const socket = new FakeSocket()
    const { over } = serve(socket, { events: () => of({ type: 'ADDED', object: { a: 1 } }) })
    setImmediate(() => socket.push(null))
    await over
    const text = '{"type":"ADDED","object":{"a":1}}\n'
    expect(socket.bytes.toString('latin1')).toBe(
      `\x81${String.fromCharCode(text.length)}${text}\x88\x02\x03\xe8`,
    )
    expect(socket.destroyed).toBe(true)
  })

  it('answers pings, also one that came with the request', async () => {
    const socket = new FakeSocket()
    const { over } = serve(socket, { events: forever, head: framed(0x9, 0x61) })
    socket.push(framed(0x9, 0x62))
    await new Promise(setImmediate)
    expect(socket.bytes.toString('latin1')).toBe('\x8a\x01a\x8a\x01b')
    socket.destroy()
    await over
  })

  it('ends the watch when the client closes, and answers with the same code', async () => {
    const socket = new FakeSocket()
    const { gone, over } = serve(socket, { events: forever })
    socket.push(framed(0x8, 0x03, 0xe9))
    socket.push(null)
    await over
    expect([gone.signal.aborted, socket.bytes.toString('hex')]).toEqual([true, '880203e9'])
  })

  it('tells a client that breaks the rules which, and leaves', async () => {
    const socket = new FakeSocket()
    const { gone, over } = serve(socket, { events: forever })
    socket.push(Buffer.from([0x81, 0x01, 0x61]))
    socket.push(null)
    await over
    expect([gone.signal.aborted, socket.bytes.toString('hex')]).toEqual([true, '880203ea'])
  })

  it('does not end as if all were well when the events break off', async () => {
    const socket = new FakeSocket()
    const broken = (async function* (): AsyncGenerator<JsonObject> {
      yield { type: 'ADDED', object: {} }
      throw new Error('the ledger is gone')
    })()
    const { over, failures } = serve(socket, { events: () => broken })
    setImmediate(() => socket.push(null))
    await over
    expect(socket.bytes.subarray(-4).toString('hex')).toBe('880203f3')
    expect(failures).toEqual([new Error('the ledger is gone')])
  })
})
