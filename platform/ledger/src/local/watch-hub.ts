import type { Clock, Timer } from '@reeve/ground'
import { ClosedError, CompactedError, InvalidRequestError } from '../errors.ts'
import { type Bounds, boundsOf, within } from '../keys.ts'
import type { Entry, LedgerEvent, Span, Watch, WatchBatch, WatchOptions } from '../ledger.ts'
import { boundsFor, WatchStream } from '../watch/watch-stream.ts'
import { withPrevious } from '../watch/with-previous.ts'

/** One key as one revision changed it; without an entry, deleted. */
export interface Change {
  readonly revision: number
  readonly key: string
  readonly entry?: Entry
  /** What the key held before; asked for only where a reader wants it. */
  readonly previous: () => Entry | undefined
}

/** The log behind the hub, as a reader that starts in the past needs it. */
export interface ChangeLog {
  revision(): number
  floor(): number
  /**
   * Changes in the span from `from` on, revisions never split, and the revision to go on from. Reads a bounded
   * stretch, so it may find nothing and still not be at the end.
   */
  read(bounds: Bounds, from: number): { readonly changes: readonly Change[]; readonly next: number }
  /** What went wrong below, in the ledger's words. */
  explain(action: string, error: unknown): unknown
}

interface Watcher {
  readonly stream: WatchStream
  readonly matches: (key: string) => boolean
  readonly previous: boolean
  readonly progressMs: number | undefined
  from: number
  silentSince: number
  timer?: Timer
}

/** Hands each committed revision to every watch that asked for it, and lets late starters catch up from the log. */
export class WatchHub {
  readonly #log: ChangeLog
  readonly #clock: Clock
  readonly #open = new Set<Watcher>()
  readonly #live = new Set<Watcher>()

  constructor(log: ChangeLog, clock: Clock) {
    this.#log = log
    this.#clock = clock
  }

  get size(): number {
    return this.#open.size
  }

  watch(span: Span, options: WatchOptions = {}): Watch {
    const bounds = boundsOf(span)
    const from = options.from ?? this.#log.revision() + 1
    if (!Number.isSafeInteger(from) || from < 1) {
      throw new InvalidRequestError(`cannot watch from ${from}: not a revision`)
    }
    const stream = new WatchStream({
      ...boundsFor(options),
      signal: options.signal,
      catchUp: () => this.#catchUp(watcher, bounds),
      release: () => this.#drop(watcher),
    })
    const watcher: Watcher = {
      stream,
      matches: typeof span === 'string' ? (key) => key.startsWith(span) : (key) => within(bounds, key),
      previous: options.previous ?? false,
      progressMs: options.progressMs,
      from,
      silentSince: this.#clock.monotonic(),
    }
    this.#open.add(watcher)
    if (from < this.#log.floor()) stream.fail(new CompactedError(from, this.#log.floor()))
    else this.#begin(watcher)
    return stream
  }

  /** Hands over what one revision changed. Only called once it is committed. */
  publish(changes: readonly Change[]): void {
    const revision = changes[0]?.revision
    if (revision === undefined) return
    const shared = changes.map(readOnce)
    for (const watcher of this.#live) {
      if (revision < watcher.from) continue
      const mine = shared.filter((change) => watcher.matches(change.key))
      if (mine.length > 0) this.#send(watcher, batchOf(mine, watcher.previous))
    }
  }

  close(cause?: unknown): void {
    for (const watcher of [...this.#open]) watcher.stream.fail(new ClosedError('go on with watch', cause))
  }

  #begin(watcher: Watcher): void {
    watcher.stream.stand()
    if (watcher.from > this.#log.revision()) this.#goLive(watcher)
  }

  #goLive(watcher: Watcher): void {
    this.#live.add(watcher)
    if (watcher.progressMs !== undefined) this.#mark(watcher, watcher.progressMs)
  }

  async #catchUp(watcher: Watcher, bounds: Bounds): Promise<boolean> {
    if (this.#live.has(watcher)) return false
    await new Promise<void>((resolve) => this.#clock.turn(resolve))
    if (watcher.stream.ended) return false
    if (watcher.from < this.#log.floor()) throw new CompactedError(watcher.from, this.#log.floor())
    const next = this.#sendPast(watcher, bounds)
    watcher.from = next
    if (next <= this.#log.revision()) return true
    this.#goLive(watcher)
    return false
  }

  #sendPast(watcher: Watcher, bounds: Bounds): number {
    try {
      const { changes, next } = this.#log.read(bounds, watcher.from)
      for (const batch of batches(changes, watcher.previous)) this.#send(watcher, batch)
      return next
    } catch (error) {
      throw this.#log.explain('go on with watch', error)
    }
  }

  #send(watcher: Watcher, batch: WatchBatch): void {
    watcher.silentSince = this.#clock.monotonic()
    watcher.stream.push(batch)
  }

  #mark(watcher: Watcher, progressMs: number): void {
    const revision = this.#log.revision()
    if (revision >= watcher.from - 1) this.#send(watcher, { revision, events: [] })
    if (watcher.stream.ended) return
    const wait = (): void => {
      const left = watcher.silentSince + progressMs - this.#clock.monotonic()
      watcher.timer = this.#clock.after(Math.max(left, 1), () => {
        const silent = this.#clock.monotonic() - watcher.silentSince
        if (silent >= progressMs) this.#mark(watcher, progressMs)
        else wait()
      })
    }
    wait()
  }

  #drop(watcher: Watcher): void {
    watcher.timer?.cancel()
    this.#open.delete(watcher)
    this.#live.delete(watcher)
  }
}

function* batches(changes: readonly Change[], previous: boolean): Generator<WatchBatch> {
  let start = 0
  for (let end = 1; end <= changes.length; end += 1) {
    if (changes[end]?.revision === changes[start]?.revision) continue
    yield batchOf(changes.slice(start, end), previous)
    start = end
  }
}

function batchOf(changes: readonly Change[], previous: boolean): WatchBatch {
  return { revision: changes[0]?.revision ?? 0, events: changes.map((change) => eventOf(change, previous)) }
}

function eventOf({ revision, key, entry, previous }: Change, wanted: boolean): LedgerEvent {
  if (wanted) return withPrevious({ revision, key, entry }, previous())
  return entry === undefined ? { type: 'delete', key } : { type: 'put', key, entry }
}

/** The same change, whose past is read once however many ask for it. */
function readOnce(change: Change): Change {
  let read: { readonly entry: Entry | undefined } | undefined
  return {
    ...change,
    previous: () => {
      read ??= { entry: change.previous() }
      return read.entry
    },
  }
}
