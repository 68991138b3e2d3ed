import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
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
  if (short && (!options.gzip || whole.length < WORTH_COMPRESSING)) return void response.end(whole)
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
  if (!options.gzip || bytes.length < WORTH_COMPRESSING) return void response.end(bytes)
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
  { gzip, gone, clock }: WriteOptions,
): Promise<void> {
  const { signal } = gone
  if (gzip) response.setHeader('content-encoding', 'gzip')
  const zip = gzip ? createGzip({ level: constants.Z_BEST_SPEED }) : undefined
  zip?.pipe(response)
  const target = zip ?? response
  try {
    for (const piece of pieces) {
      if (response.destroyed) return
      if (!target.write(piece)) await once(target, 'drain', { signal })
      await new Promise<void>((resolve) => clock.turn(resolve))
    }
    target.end()
  } catch (error) {
    zip?.destroy()
    if (!signal.aborted) throw error
    response.destroy()
  }
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
