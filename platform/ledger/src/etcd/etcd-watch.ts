import type { Clock, Timer } from '@reeve/ground'
import { CompactedError } from '../errors.ts'
import type { Span, WatchOptions } from '../ledger.ts'
import { boundsFor, WatchStream } from '../watch/watch-stream.ts'
import type { EtcdClient } from './etcd-client.ts'
import { isCompacted, ledgerErrorOf } from './etcd-errors.ts'
import type { EtcdKeys } from './etcd-keys.ts'
import { RPC } from './etcd-rpc.ts'
import { WatchBatches } from './watch-batches.ts'
import type { WatchResponse } from './watch-messages.ts'
import { isProgress, WatchSession } from './watch-session.ts'

export interface EtcdWatchOptions {
  readonly client: EtcdClient
  readonly keys: EtcdKeys
  readonly clock: Clock
  readonly span: Span
  readonly watch: WatchOptions
  readonly onEnd: () => void
}

const READ = { action: 'watch', idempotent: true } as const

/** A watch that outlives its connections: each new one goes on where the last one ended. */
export class EtcdWatch {
  readonly stream: WatchStream
  /** Resolves when nothing of it is left running. Never rejects. */
  readonly ended: Promise<void>
  readonly #options: EtcdWatchOptions
  readonly #stop = new AbortController()
  #from: number | undefined
  /** Nothing that the reader asked for is missing up to here. */
  #known = 0
  #session: WatchSession | undefined
  /** While behind, answers are read only when the reader asks, so that history waits at the server. */
  #live = false
  #asked = Promise.withResolvers<void>()
  #answer: PromiseWithResolvers<boolean> | undefined
  #silentSince = 0
  #silence: Timer | undefined
  #markOwed = false

  constructor(options: EtcdWatchOptions) {
    this.#options = options
    this.#from = options.watch.from
    this.stream = new WatchStream({
      ...boundsFor(options.watch),
      signal: options.watch.signal,
      catchUp: () => this.#catchUp(),
      release: () => this.#end(),
    })
    this.ended = this.#run().finally(() => {
      this.#silence?.cancel()
      options.onEnd()
    })
  }

  async #run(): Promise<void> {
    for (let attempt = 0; !this.#stop.signal.aborted; attempt += 1) {
      try {
        await this.#open()
        attempt = 0
        await this.#follow()
      } catch (error) {
        this.#session?.end()
        this.#session = undefined
        await this.#outlive(error, attempt)
      }
    }
  }

  /** Waits where the error may pass, and ends the watch where it cannot. */
  async #outlive(error: unknown, attempt: number): Promise<void> {
    if (this.#stop.signal.aborted) return
    try {
      await this.#options.client.rest(error, attempt, this.#stop.signal)
    } catch (fatal) {
      this.stream.fail(ledgerErrorOf(fatal, READ))
    }
  }

  async #open(): Promise<void> {
    const { client, keys, span, watch } = this.#options
    const { signal } = this.#stop
    // Where no start is named, the newest revision is read first: a member may lag behind what was committed.
    this.#from ??=
      (await client.ask(RPC.range, { key: keys.time, countOnly: true }, { ...READ, signal })).revision + 1
    const startRevision = Math.max(this.#from, this.#known + 1)
    const create = { ...keys.rangeOf(span), startRevision, previous: watch.previous ?? false }
    const session = await WatchSession.open(client, create, signal)
    this.#session = session
    if (session.revision < startRevision) this.#known = Math.max(this.#known, session.revision)
    else if (!this.#live && (await this.#isCompacted(startRevision))) throw await compaction(session)
    this.stream.stand()
    if (session.revision < startRevision) this.#goLive()
  }

  /** etcd makes a watch below its floor and says so only later: whoever waits for `ready` is told at once. */
  async #isCompacted(revision: number): Promise<boolean> {
    const { client, keys } = this.#options
    try {
      const request = { key: keys.time, countOnly: true, revision }
      await client.ask(RPC.range, request, { ...READ, signal: this.#stop.signal })
      return false
    } catch (error) {
      return isCompacted(error)
    }
  }

  async #follow(): Promise<void> {
    const session = this.#session as WatchSession
    const batches = new WatchBatches(this.#options.keys, this.#options.watch.previous ?? false)
    while (!this.#stop.signal.aborted) {
      if (!this.#live) await this.#asked.promise
      if (this.#stop.signal.aborted) return
      const response = await (this.#live ? session.read() : session.readBehind(this.#options.clock))
      this.#take(session, batches, response)
    }
  }

  #take(session: WatchSession, batches: WatchBatches, response: WatchResponse): void {
    let news = false
    for (const batch of batches.add(response)) {
      this.#known = batch.revision
      this.#silentSince = this.#options.clock.monotonic()
      this.stream.push(batch)
      news = true
    }
    if (isProgress(response)) this.#known = Math.max(this.#known, response.revision)
    if (this.#live) {
      if (this.#markOwed && isProgress(response)) this.#mark()
    } else if (this.#known >= session.revision) this.#goLive()
    else if (news) this.#reply(true)
  }

  #end(): void {
    this.#stop.abort()
    this.#asked.resolve()
  }

  #catchUp(): Promise<boolean> {
    if (this.#live) return Promise.resolve(false)
    this.#answer = Promise.withResolvers<boolean>()
    this.#asked.resolve()
    return this.#answer.promise
  }

  #reply(more: boolean): void {
    this.#asked = Promise.withResolvers<void>()
    this.#answer?.resolve(more)
    this.#answer = undefined
  }

  #goLive(): void {
    if (this.#live) return
    this.#live = true
    this.#asked.resolve()
    if (this.#options.watch.progressMs !== undefined) {
      this.#mark()
      this.#listen(this.#options.watch.progressMs)
    }
    this.#answer?.resolve(false)
    this.#answer = undefined
  }

  #mark(): void {
    this.#markOwed = false
    this.#silentSince = this.#options.clock.monotonic()
    if (this.#known >= (this.#from ?? 0) - 1) this.stream.push({ revision: this.#known, events: [] })
  }

  /** Asks for a mark after each time of silence. */
  #listen(progressMs: number): void {
    if (this.#stop.signal.aborted) return
    const { clock } = this.#options
    const left = this.#silentSince + progressMs - clock.monotonic()
    this.#silence = clock.after(left > 0 ? left : progressMs, () => {
      if (clock.monotonic() - this.#silentSince >= progressMs) this.#askForMark()
      this.#listen(progressMs)
    })
  }

  #askForMark(): void {
    const session = this.#session
    if (session === undefined) return
    this.#markOwed = true
    session.requestProgress()
    // etcd does not answer before there is a revision to begin with; then nothing has happened since.
    if (this.#known < session.start) this.#mark()
  }
}

/** Waits for etcd's own word on the floor. */
async function compaction(session: WatchSession): Promise<unknown> {
  try {
    for (;;) await session.read()
  } catch (error) {
    return error instanceof CompactedError ? error : new CompactedError(session.start, 0)
  }
}
