import { type Clock, type Random, realClock, realRandom } from '@reeve/ground'
import { TokenBucket } from '../queue/token-bucket.ts'
import { rfc3339 } from '../status/rfc3339.ts'
import { BoundedMap } from './bounded-map.ts'

/** What an event is about. */
export interface Regarding {
  readonly apiVersion?: string
  readonly kind: string
  readonly namespace?: string
  readonly name: string
  readonly uid?: string
}

/** Something worth telling people about an object. */
export interface NewEvent {
  readonly regarding: Regarding
  readonly type: 'Normal' | 'Warning'
  /** One word, such as `Started`. */
  readonly reason: string
  readonly message: string
}

/** An event as the core group has it. */
export interface CoreEvent {
  readonly apiVersion: 'v1'
  readonly kind: 'Event'
  readonly metadata: { readonly name: string; readonly namespace: string }
  readonly involvedObject: Regarding
  readonly type: 'Normal' | 'Warning'
  readonly reason: string
  readonly message: string
  readonly source: { readonly component: string }
  readonly reportingComponent: string
  readonly firstTimestamp: string
  readonly lastTimestamp: string
  readonly count: number
}

/** The one write that an event comes to. If what is to be updated is gone, the whole event is to be created again. */
export interface EventWrite {
  readonly verb: 'create' | 'update'
  readonly event: CoreEvent
}

export interface EventSieveOptions {
  /** Who reports. */
  readonly component: string
  /** Events with the same reason but different messages beyond which they are told as one. Default: 10. */
  readonly similar?: number
  /** The time within which they count as similar. Default: 600,000. */
  readonly similarMs?: number
  /** Events about one object at once. Default: 25. */
  readonly burst?: number
  /** How long until one more is allowed. Default: 300,000. */
  readonly refillMs?: number
  /** How much is remembered. Default: 4,096 of each. */
  readonly memory?: number
  readonly clock?: Clock
  readonly random?: Random
}

const DEFAULTS = { similar: 10, similarMs: 600_000, burst: 25, refillMs: 300_000, memory: 4_096 }
const COMBINED = '(combined from similar events): '
/** The API server refuses longer ones. */
const LONGEST_MESSAGE = 1_024

interface Similar {
  readonly messages: Set<string>
  last: number
}

/** Decides what becomes of an event: a new one, one more of a known one, or nothing, so that no loop can flood the server. */
export class EventSieve {
  readonly #options: Required<EventSieveOptions>
  readonly #known: BoundedMap<string, CoreEvent>
  readonly #similar: BoundedMap<string, Similar>
  readonly #budgets: BoundedMap<string, TokenBucket>

  constructor(options: EventSieveOptions) {
    this.#options = { ...DEFAULTS, clock: realClock, random: realRandom, ...options }
    const { memory } = this.#options
    this.#known = new BoundedMap(memory)
    this.#similar = new BoundedMap(memory)
    this.#budgets = new BoundedMap(memory)
  }

  /** What to write for an event; `undefined` if its object had too many. */
  sift(event: NewEvent): EventWrite | undefined {
    const combined = this.#isOneOfMany(event)
    const told = cut(combined ? `${COMBINED}${event.message}` : event.message)
    const id = identityOf(event, combined ? undefined : event.message)
    const known = this.#known.get(id)
    const written = known === undefined ? this.#newEvent(event, told) : this.#oneMore(known, told)
    this.#known.set(id, written)
    if (!this.#mayTell(event)) return undefined
    return { verb: known === undefined ? 'create' : 'update', event: written }
  }

  #isOneOfMany(event: NewEvent): boolean {
    const { similar, similarMs, clock } = this.#options
    const id = identityOf(event, undefined)
    const now = clock.monotonic()
    const found = this.#similar.get(id)
    const group =
      found !== undefined && now - found.last <= similarMs
        ? found
        : { messages: new Set<string>(), last: now }
    group.last = now
    // Beyond the bound it is known to be one of many; keeping more messages would only cost memory.
    if (group.messages.size <= similar) group.messages.add(event.message)
    this.#similar.set(id, group)
    return group.messages.size > similar
  }

  #mayTell({ regarding }: NewEvent): boolean {
    const { burst, refillMs, clock } = this.#options
    const id = JSON.stringify(regarding)
    const budget = this.#budgets.get(id) ?? new TokenBucket({ perSecond: 1_000 / refillMs, burst, clock })
    this.#budgets.set(id, budget)
    return budget.take()
  }

  #newEvent({ regarding, type, reason }: NewEvent, message: string): CoreEvent {
    const { component, clock, random } = this.#options
    const at = rfc3339(clock.now())
    const suffix = Buffer.from(random.bytes(8)).toString('hex')
    return {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: `${regarding.name}.${suffix}`, namespace: regarding.namespace ?? 'default' },
      involvedObject: regarding,
      type,
      reason,
      message,
      source: { component },
      reportingComponent: component,
      firstTimestamp: at,
      lastTimestamp: at,
      count: 1,
    }
  }

  #oneMore(known: CoreEvent, message: string): CoreEvent {
    return { ...known, message, count: known.count + 1, lastTimestamp: rfc3339(this.#options.clock.now()) }
  }
}

function identityOf({ regarding, type, reason }: NewEvent, message: string | undefined): string {
  return JSON.stringify([regarding, type, reason, message])
}

function cut(message: string): string {
  return message.length <= LONGEST_MESSAGE ? message : `${message.slice(0, LONGEST_MESSAGE - 1)}…`
}
