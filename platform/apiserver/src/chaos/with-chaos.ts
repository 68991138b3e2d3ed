import { type Clock, type Logger, sleep } from '@reeve/ground'
import type { ApiAnswer, ApiRequest } from '../server/api-request.ts'
import { CHAOS_DEFAULTS, type ChaosRates } from './chaos-rates.ts'
import { disturbWatch } from './disturb-watch.ts'
import { natureOf } from './nature-of.ts'
import { type FaultPlan, planFaults } from './plan-faults.ts'
import { expiredEvent, refuse } from './refuse.ts'
import { type Chance, seededChance } from './seeded-chance.ts'

export type Handle = (request: ApiRequest) => Promise<ApiAnswer>

export interface ChaosOptions {
  /** The same seed and the same requests give the same faults. */
  readonly seed: string
  readonly rates?: Partial<ChaosRates>
  readonly clock: Clock
  /** Told each fault as a warning. */
  readonly logger: Logger
}

/** Says on the answer which fault was put in. */
export const CHAOS_HEADER = 'x-reeve-chaos'

/** Whoever looks after the server is told the truth. */
const SPARED = /^\/(healthz|livez|readyz|version)(\/|$)/
/** How many different requests are remembered, to know how often each was made. */
const MOST_REMEMBERED = 10_000

interface Memory {
  made: number
  /** Refusals since the last one that went through. */
  inARow: number
}

/**
 * A handle that does to its clients what real servers may: refuses, delays, conflicts, cuts watches. It never loses what
 * it acknowledged, never shows an object as it was not, never goes back. Faults depend on the seed, the request
 * (method, path, query) and how often it was made, not on what others ask at the same time.
 */
export function withChaos(handle: Handle, options: ChaosOptions): Handle {
  const { seed, clock, logger } = options
  const rates = { ...CHAOS_DEFAULTS, ...options.rates }
  const memories = new Map<string, Memory>()
  return async (request) => {
    if (SPARED.test(request.path)) return handle(request)
    const what = `${request.method} ${request.path}?${request.query}`
    const memory = recalled(memories, what)
    memory.made += 1
    const chance = seededChance(seed, what, String(memory.made))
    const plan = planFaults(natureOf(request), chance, { rates, spare: memory.inARow >= rates.mostInARow })
    memory.inARow = plan.refusal === undefined ? 0 : memory.inARow + 1
    const injected = (fault: string): void =>
      logger.warn('injected fault', { fault, method: request.method, path: request.path })
    return carriedOut(plan, { handle, request, chance, rates, clock, injected })
  }
}

function recalled(memories: Map<string, Memory>, what: string): Memory {
  const memory = memories.get(what) ?? { made: 0, inARow: 0 }
  memories.delete(what)
  memories.set(what, memory)
  const [oldest] = memories.keys()
  if (memories.size > MOST_REMEMBERED && oldest !== undefined) memories.delete(oldest)
  return memory
}

interface Carrying {
  readonly handle: Handle
  readonly request: ApiRequest
  readonly chance: Chance
  readonly rates: ChaosRates
  readonly clock: Clock
  readonly injected: (fault: string) => void
}

async function carriedOut(plan: FaultPlan, carrying: Carrying): Promise<ApiAnswer> {
  const { handle, request, clock, injected } = carrying
  const { slowMs, refusal } = plan
  if (slowMs > 0) {
    injected('slow')
    await sleep(clock, slowMs, request.signal).catch(() => {})
  }
  if (refusal !== undefined) {
    injected(refusal)
    if (refusal === 'lost-answer') await handle(request)
    return marked(refuse(refusal, request), slowMs > 0 ? `slow, ${refusal}` : refusal)
  }
  const stopping = new AbortController()
  const signal = AbortSignal.any([request.signal, stopping.signal])
  const answer = await handle({ ...request, signal })
  if (answer.type !== 'stream') return slowMs > 0 ? marked(answer, 'slow') : answer
  const { chance, rates } = carrying
  const events = disturbWatch(answer.events, {
    cut: plan.cut,
    chance,
    rates,
    clock,
    signal: request.signal,
    stop: () => stopping.abort(),
    expired: () => expiredEvent(request),
    injected,
  })
  const faults = [
    ...(slowMs > 0 ? ['slow'] : []),
    ...(plan.cut === undefined ? [] : [`watch-${plan.cut.how}`]),
  ]
  return faults.length === 0 ? { ...answer, events } : marked({ ...answer, events }, faults.join(', '))
}

function marked(answer: ApiAnswer, fault: string): ApiAnswer {
  return { ...answer, headers: { ...answer.headers, [CHAOS_HEADER]: fault } }
}
