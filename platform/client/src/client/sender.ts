import type { Clock } from '@reeve/ground'
import { errorOf, textOf } from '../errors/error-of.ts'
import { DeadlineError, UnreadableAnswerError } from '../errors/errors.ts'
import { formatJson } from '../json/format-json.ts'
import type { JsonValue } from '../json/json-value.ts'
import { parseJson } from '../json/parse-json.ts'
import type { Transport, TransportAnswer } from '../transport/transport.ts'
import { parseWarnings } from './parse-warnings.ts'
import { within } from './within.ts'

/** A request, and what it is for in words. */
export interface Asked {
  /** Such as `get ConfigMap default/a`. */
  readonly action: string
  readonly method: string
  readonly path: string
  readonly query?: URLSearchParams
  readonly body?: unknown
  /** Default: application/json. */
  readonly contentType?: string
  /** Default: application/json. */
  readonly accept?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
}

export interface SenderOptions {
  readonly clock: Clock
  readonly timeoutMs: number
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly warned: ((words: string, action: string) => void) | undefined
}

/** Sends JSON and reads JSON: refusals become errors, warnings are passed on, nothing waits for ever. */
export class Sender {
  readonly transport: Transport
  readonly #options: SenderOptions

  constructor(transport: Transport, options: SenderOptions) {
    this.transport = transport
    this.#options = options
  }

  /** The object that was answered. */
  async json(asked: Asked): Promise<JsonValue> {
    const answer = await this.answer(asked)
    if (answer.status < 200 || answer.status >= 300) throw errorOf(answer, asked.action)
    return read(answer, asked.action)
  }

  /** The answer as it is, also a refusal. */
  async answer(asked: Asked): Promise<TransportAnswer> {
    const { clock, timeoutMs } = this.#options
    const late = (): Error => new DeadlineError(asked.action, timeoutMs)
    const answer = await within((signal) => this.transport.request({ ...this.#request(asked), signal }), {
      clock,
      ms: timeoutMs,
      late,
      signal: asked.signal,
    })
    this.#warn(answer, asked.action)
    return answer
  }

  /** The lines of an answer that goes on for as long as both sides like. */
  async lines(asked: Asked): Promise<AsyncIterable<string>> {
    const { signal } = asked
    const request = { ...this.#request(asked), read: 'lines' as const, ...(signal && { signal }) }
    const answer = await this.transport.request(request)
    this.#warn(answer, asked.action)
    if (answer.body.type === 'lines') return answer.body.lines
    if (answer.status < 200 || answer.status >= 300) throw errorOf(answer, asked.action)
    throw new UnreadableAnswerError(asked.action, 'a stream was asked for, and an object came')
  }

  #request({ method, path, query, body, contentType, accept, headers }: Asked) {
    return {
      method,
      path,
      ...(query !== undefined && { query }),
      headers: {
        accept: accept ?? 'application/json',
        ...(body !== undefined && { 'content-type': contentType ?? 'application/json' }),
        ...this.#options.headers,
        ...headers,
      },
      ...(body !== undefined && { body: formatJson(body) }),
    }
  }

  #warn({ headers }: TransportAnswer, action: string): void {
    const { warned } = this.#options
    if (warned === undefined || headers.warning === undefined) return
    for (const words of parseWarnings(headers.warning)) warned(words, action)
  }
}

/** The JSON of an answer. */
export function read({ body }: TransportAnswer, action: string): JsonValue {
  try {
    if (body.type === 'lines') throw new Error('a stream came')
    return parseJson(textOf(body.content))
  } catch (cause) {
    throw new UnreadableAnswerError(action, cause)
  }
}
