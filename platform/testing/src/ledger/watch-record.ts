import type { Ledger, Span, Watch } from '@reeve/ledger'
import { told } from './ledger-subject.ts'

/** What one revision changed in a span, as text. */
export interface SeenRevision {
  readonly revision: number
  readonly events: readonly string[]
}

/**
 * A reader of one span that writes down what it sees, and can be cut off and resume where it was. Whatever went on,
 * its record must be the whole story from where it first began.
 */
export class WatchRecord {
  readonly #ledger: Ledger
  readonly #span: Span
  readonly seen: SeenRevision[] = []
  readonly from: number
  #next: number
  #stop = new AbortController()
  #reading: Promise<void> = Promise.resolve()
  #failure: unknown

  constructor(ledger: Ledger, span: Span, from: number) {
    this.#ledger = ledger
    this.#span = span
    this.from = from
    this.#next = from
  }

  /** Starts to read, from the beginning or from where it was cut. */
  async start(): Promise<void> {
    this.#stop = new AbortController()
    const watch = this.#ledger.watch(this.#span, {
      from: this.#next,
      progressMs: 50,
      signal: this.#stop.signal,
    })
    this.#reading = this.#read(watch).catch((error) => {
      this.#failure = error
    })
    await watch.ready
  }

  async cut(): Promise<void> {
    this.#stop.abort()
    await this.#reading
  }

  /** Reads on until everything up to a revision has been seen; `pass` lets time pass for progress marks. */
  async reach(revision: number, pass: (ms: number) => Promise<void>): Promise<void> {
    while (this.#next <= revision) {
      if (this.#failure !== undefined) throw this.#failure
      await pass(60)
    }
    await this.cut()
  }

  async #read(watch: Watch): Promise<void> {
    for await (const { revision, events } of watch) {
      if (events.length > 0) this.seen.push({ revision, events: events.map(told).sort() })
      this.#next = revision + 1
    }
  }
}

/** What is wrong with a record, given all that was committed: gaps, repetitions, wrong order, torn revisions. */
export function watchProblems(
  record: WatchRecord,
  committed: readonly SeenRevision[],
  inSpan: (event: string) => boolean,
): string[] {
  const story = committed
    .filter(({ revision }) => revision >= record.from)
    .map(({ revision, events }) => ({ revision, events: events.filter(inSpan) }))
    .filter(({ events }) => events.length > 0)
    .sort((a, b) => a.revision - b.revision)
  const text = ({ revision, events }: SeenRevision): string => `${revision}: ${events.join(' ')}`
  const [wanted, got] = [story.map(text), record.seen.map(text)]
  const problems: string[] = []
  for (let at = 0; at < Math.max(wanted.length, got.length) && problems.length < 5; at += 1) {
    if (wanted[at] !== got[at])
      problems.push(`wanted ${wanted[at] ?? 'no more'}, got ${got[at] ?? 'no more'}`)
  }
  return problems
}
