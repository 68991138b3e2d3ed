import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { constants, createGzip } from 'node:zlib'
import type { Clock } from '@reeve/ground'
import { limitWarnings } from '../admission/limit-warnings.ts'
import { formatJson } from '../json/format-json.ts'
import { formatPieces } from '../json/format-pieces.ts'
import type { JsonObject } from '../json/json-value.ts'
import type { TextFormat } from '../output/text-format.ts'
import { yamlPieces } from '../output/to-yaml.ts'
import type { ApiAnswer } from '../server/api-request.ts'
import type { Gone } from './gone.ts'

/** As the real server: smaller answers are not worth it. */
const WORTH_COMPRESSING = 128 * 1024

const NEWLINE = Buffer.from('\n')

const TYPES: Readonly<Record<TextFormat, string>> = {
  compact: 'application/json',
  indented: 'application/json',
  yaml: 'application/yaml',
}

export interface WriteOptions {
  readonly gone: Gone
  readonly gzip: boolean
  readonly format: TextFormat
  readonly clock: Clock
}

/** Writes an answer to a response of either HTTP version. No answer keeps others waiting while it is made into text. */
export async function writeAnswer(
  response: ServerResponse,
  answer: ApiAnswer,
  options: WriteOptions,
): Promise<void> {
  if (answer.type === 'stream') return writeStream(response, answer, options.gone.signal)
  for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value)
  if (answer.type === 'object' && answer.warnings !== undefined && answer.warnings.length > 0) {
    response.setHeader('warning', limitWarnings(answer.warnings).map(headerOf))
  }
  response.setHeader('content-type', answer.type === 'text' ? answer.contentType : TYPES[options.format])
  response.setHeader('cache-control', String(response.getHeader('cache-control') ?? 'no-cache, private'))
  response.statusCode = answer.status
  if (answer.status === 304) return void response.end()
  if (answer.type === 'text' && typeof answer.text !== 'string')
    return writeBytes(response, answer.text, options)
  if (answer.type === 'object' && answer.pieces !== undefined && options.format === 'compact')
    return writeKnown(response, answer.pieces, options)
  const pieces =
    answer.type === 'text' ? [String(answer.text)].values() : piecesOf(answer.object, options.format)
  const { value: first, done } = pieces.next()
  const { value: second, done: single } = pieces.next()
  const end = answer.type === 'text' || options.format === 'yaml' ? '' : '\n'
  const short = done === true || single === true
  const whole = Buffer.from(`${first ?? ''}${short ? end : (second ?? '')}`)
  if (short && (!options.gzip || whole.length < WORTH_COMPRESSING)) return endWith(response, whole, options)
  await writePieces(response, joined(whole, pieces, end), options)
}

async function writeKnown(
  response: ServerResponse,
  pieces: readonly Uint8Array[],
  options: WriteOptions,
): Promise<void> {
  if (pieces.length > 1) return writePieces(response, [...pieces, NEWLINE], options)
  return writeBytes(response, Buffer.concat([...pieces, NEWLINE]), options)
}

async function writeBytes(response: ServerResponse, bytes: Uint8Array, options: WriteOptions): Promise<void> {
  if (!options.gzip || bytes.length < WORTH_COMPRESSING) return endWith(response, bytes, options)
  await writePieces(response, [Buffer.from(bytes)], options)
}

function piecesOf(object: JsonObject, format: TextFormat): Iterator<string> {
  if (format === 'yaml') return yamlPieces(object)
  if (format === 'compact') return formatPieces(object)
  return [formatJson(object, { indent: 2 })].values()
}

function* joined(first: Buffer, rest: Iterator<string>, end: string): Generator<Buffer | string> {
  yield first
  for (let next = rest.next(); next.done !== true; next = rest.next()) yield next.value
  if (end !== '') yield end
}

/** Header values are bytes: what is beyond Latin-1 goes out as UTF-8. */
function headerOf(words: string): string {
  return Buffer.from(`299 - ${JSON.stringify(words)}`).toString('latin1')
}

/** A piece a turn of the loop, as fast as the other side takes them. */
async function writePieces(
  response: ServerResponse,
  pieces: Iterable<Uint8Array | string>,
  options: WriteOptions,
): Promise<void> {
  if (options.gzip) response.setHeader('content-encoding', 'gzip')
  let held: Uint8Array | undefined
  for await (const piece of options.gzip ? zipped(pieces) : pieces) {
    if (response.destroyed) return
    if (held !== undefined && !(await sent(response, held, options))) return
    await new Promise<void>((resolve) => options.clock.turn(resolve))
    held = Buffer.from(piece as Uint8Array)
  }
  await endWith(response, held ?? Buffer.alloc(0), options)
}

function zipped(pieces: Iterable<Uint8Array | string>): AsyncIterable<Uint8Array> {
  return Readable.from(pieces).pipe(createGzip({ level: constants.Z_BEST_SPEED }))
}

/** So much may be on its way when the client has all of an answer and sends its next request. */
const TAIL = 8 * 1024

/**
 * Ends an answer with bytes of any length. The last of them go out only when all others have: Node's HTTP/1.1 breaks a
 * connection whose next request comes while it takes much of the last answer to be still on its way.
 */
async function endWith(response: ServerResponse, bytes: Uint8Array, options: WriteOptions): Promise<void> {
  if (bytes.length <= TAIL) return void response.end(bytes)
  if (!response.headersSent && !options.gzip) response.setHeader('content-length', bytes.length)
  if (await sent(response, bytes.subarray(0, -TAIL), options)) response.end(bytes.subarray(-TAIL))
}

/** Whether the bytes have gone out; false if there is nobody any more to send them to. */
function sent(response: ServerResponse, bytes: Uint8Array, { gone }: WriteOptions): Promise<boolean> {
  const { signal } = gone
  if (signal.aborted || response.destroyed) return Promise.resolve(false)
  return new Promise((resolve) => {
    const leave = (): void => resolve(false)
    signal.addEventListener('abort', leave, { once: true })
    response.write(bytes, (error) => {
      signal.removeEventListener('abort', leave)
      resolve(!error)
    })
  })
}

/** Text that was made for one watcher serves the others. */
const lines = new WeakMap<JsonObject, string>()

function textOf({ type, object }: JsonObject): string {
  const known = lines.get(object as JsonObject)
  const text = known ?? formatJson(object as JsonObject)
  if (known === undefined) lines.set(object as JsonObject, text)
  return `{"type":${JSON.stringify(type)},"object":${text}}\n`
}

/** One document a line. Headers go out at once: clients wait for them before they believe that they watch. */
async function writeStream(
  response: ServerResponse,
  { events, headers = {} }: Extract<ApiAnswer, { type: 'stream' }>,
  signal: AbortSignal,
): Promise<void> {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  response.statusCode = 200
  response.setHeader('content-type', 'application/json')
  response.setHeader('cache-control', 'no-cache, private')
  response.flushHeaders()
  try {
    for await (const event of events) {
      if (response.destroyed) return
      if (!response.write(textOf(event))) await once(response, 'drain', { signal })
    }
  } catch (error) {
    // What broke off must not look like what ended: the door closes the connection without an end.
    if (!signal.aborted) throw error
  }
  response.end()
}
