import type { Readable } from 'node:stream'
import type { AnswerBody, TransportAnswer } from '../transport/transport.ts'
import { splitLines } from './split-lines.ts'
import type { WireRequest } from './wire.ts'

export interface Incoming {
  readonly status: number
  readonly headers: TransportAnswer['headers']
  readonly stream: Readable
  /** Says after the end whether the stream broke off, though it looks ended. */
  readonly broke: () => boolean
}

/** Turns what comes in into an answer, read as it was asked for. */
export async function readAnswer(incoming: Incoming, request: WireRequest): Promise<TransportAnswer> {
  const { status, headers } = incoming
  const wantsLines = request.read === 'lines' && status >= 200 && status < 300
  const body: AnswerBody = wantsLines
    ? { type: 'lines', lines: lines(incoming, request) }
    : { type: 'whole', content: await whole(incoming) }
  return { status, headers, body }
}

async function* lines(incoming: Incoming, { signal }: WireRequest): AsyncGenerator<string> {
  try {
    yield* splitLines(unbroken(incoming))
  } catch (cause) {
    if (signal?.aborted === true) throw signal.reason
    throw cause
  } finally {
    incoming.stream.destroy()
  }
}

async function whole(incoming: Incoming): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  for await (const piece of unbroken(incoming)) pieces.push(piece)
  const bytes = pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Buffer.concat(pieces)
  if (incoming.headers['content-encoding'] !== 'gzip') return bytes
  const { gunzip } = await import('node:zlib')
  return new Promise((resolve, reject) => {
    gunzip(bytes, (error, plain) => (error === null ? resolve(plain) : reject(error)))
  })
}

async function* unbroken({ stream, broke }: Incoming): AsyncGenerator<Uint8Array> {
  yield* stream
  if (broke()) throw new Error('the connection broke off')
}
