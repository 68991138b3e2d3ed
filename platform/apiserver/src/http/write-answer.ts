import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { formatJson } from '../json/format-json.ts'
import type { JsonObject } from '../json/json-value.ts'
import type { ApiAnswer } from '../server/api-request.ts'

const compress = promisify(gzip)
/** As the real server: smaller answers are not worth it. */
const WORTH_COMPRESSING = 128 * 1024

export interface WriteOptions {
  readonly signal: AbortSignal
  readonly gzip: boolean
}

/** Writes an answer to a response of either HTTP version. */
export async function writeAnswer(
  response: ServerResponse,
  answer: ApiAnswer,
  options: WriteOptions,
): Promise<void> {
  if (answer.type === 'stream') return writeStream(response, answer.events, options.signal)
  const text = answer.type === 'text' ? answer.text : `${formatJson(answer.object)}\n`
  const contentType = answer.type === 'text' ? answer.contentType : 'application/json'
  for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value)
  if (answer.type === 'object' && answer.warnings !== undefined && answer.warnings.length > 0) {
    response.setHeader(
      'warning',
      answer.warnings.map((words) => `299 - ${JSON.stringify(words)}`),
    )
  }
  response.setHeader('content-type', contentType)
  response.setHeader('cache-control', String(response.getHeader('cache-control') ?? 'no-cache, private'))
  response.statusCode = answer.status
  if (answer.status === 304) return void response.end()
  const whole = Buffer.from(text)
  if (!options.gzip || whole.length < WORTH_COMPRESSING) return void response.end(whole)
  response.setHeader('content-encoding', 'gzip')
  response.end(await compress(whole, { level: 1 }))
}

/** One document a line. Headers go out at once: clients wait for them before they believe that they watch. */
async function writeStream(
  response: ServerResponse,
  events: AsyncIterable<JsonObject>,
  signal: AbortSignal,
): Promise<void> {
  response.statusCode = 200
  response.setHeader('content-type', 'application/json')
  response.setHeader('cache-control', 'no-cache, private')
  response.flushHeaders()
  try {
    for await (const event of events) {
      if (response.destroyed) return
      if (!response.write(`${formatJson(event)}\n`)) await once(response, 'drain', { signal })
    }
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    response.end()
  }
}
