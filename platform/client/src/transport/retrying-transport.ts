import { type Clock, type Random, realClock, realRandom, sleep } from '@reeve/ground'
import { retryAfterOf } from '../errors/error-of.ts'
import { UnreachableError } from '../errors/errors.ts'
import type { Transport, TransportAnswer, TransportRequest } from './transport.ts'

export interface RetryOptions {
  /** How often a request is sent in all. Default: 10. */
  readonly attempts?: number
  /** The first wait where the server names none; then it doubles. Default: 100. */
  readonly firstMs?: number
  /** The longest wait where the server names none. Default: 5,000. */
  readonly maxMs?: number
  /** Told of each retry. Default: nobody. */
  readonly retried?: (retry: Retry) => void
  readonly clock?: Clock
  readonly random?: Random
}

export interface Retry {
  readonly request: TransportRequest
  readonly waitMs: number
  /** The status that was answered, or undefined if there was no answer. */
  readonly status: number | undefined
}

const DEFAULTS = { attempts: 10, firstMs: 100, maxMs: 5_000, clock: realClock, random: realRandom }
/** A refusal of these is about the moment, not about the request. */
const OF_THE_MOMENT = new Set([429, 500, 502, 503, 504])

/**
 * Sends again what the server wants to be asked later (429 and 5xx with Retry-After: nothing was done), and reads that
 * failed. A write without a clear refusal is never repeated: it may have been made.
 */
export function retryingTransport(transport: Transport, options: RetryOptions = {}): Transport {
  const { attempts, firstMs, maxMs, clock, random } = { ...DEFAULTS, ...options }
  const backoff = (attempt: number): number => {
    const most = Math.min(maxMs, firstMs * 2 ** (attempt - 1))
    return most / 2 + random.float() * (most / 2)
  }
  const request = async (asked: TransportRequest): Promise<TransportAnswer> => {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await attempted(transport, asked)
      const wait = attempt < attempts ? waitFor(outcome, asked, backoff(attempt)) : undefined
      if (wait === undefined) {
        if (outcome.type === 'failed') throw outcome.error
        return outcome.answer
      }
      const status = outcome.type === 'answered' ? outcome.answer.status : undefined
      options.retried?.({ request: asked, waitMs: wait, status })
      await sleep(clock, wait, asked.signal)
    }
  }
  return { request, close: () => transport.close(), [Symbol.asyncDispose]: () => transport.close() }
}

type Attempt =
  | { readonly type: 'answered'; readonly answer: TransportAnswer }
  | { readonly type: 'failed'; readonly error: unknown }

async function attempted(transport: Transport, request: TransportRequest): Promise<Attempt> {
  try {
    return { type: 'answered', answer: await transport.request(request) }
  } catch (error) {
    return { type: 'failed', error }
  }
}

/** How long to wait before the same is sent again; undefined if it must not be. */
function waitFor(attempt: Attempt, request: TransportRequest, backoffMs: number): number | undefined {
  const harmless = request.method === 'GET' || request.method === 'HEAD'
  if (attempt.type === 'failed') {
    const { error } = attempt
    return error instanceof UnreachableError && (harmless || error.unsent) ? backoffMs : undefined
  }
  const { answer } = attempt
  if (!OF_THE_MOMENT.has(answer.status)) return undefined
  const named = retryAfterOf(answer)
  if (named !== undefined) return named + backoffMs
  return harmless ? backoffMs : undefined
}
