import type { DatabaseSync } from 'node:sqlite'
import { type Clock, ReeveError } from '@reeve/ground'
import { ClosedError } from '../errors.ts'
import { failed, isDiskFull } from './sqlite-errors.ts'

interface Work {
  /** Runs inside the transaction. Throws a ReeveError only while it has changed nothing. */
  readonly run: () => unknown
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
  result: unknown
  refused: boolean
}

export interface CommitQueueOptions {
  readonly clock: Clock
  /** Called inside the transaction when its works are done. */
  readonly finishing: () => void
  /** Called when the commit is durable, before anyone is answered. */
  readonly committed: () => void
  /** Called when a commit came to nothing: whatever its works remembered is void. */
  readonly undone: () => void
  /** Called once when the file can no longer be trusted. */
  readonly broken: (error: unknown) => void
}

/** So that a flood of writers cannot hold the event loop for long. */
const LARGEST_GROUP = 512

/** Group commit: everything that one turn of the event loop hands in becomes durable with one sync. */
export class CommitQueue {
  readonly #db: DatabaseSync
  readonly #options: CommitQueueOptions
  readonly #begin
  readonly #commit
  #waiting: Work[] = []
  #scheduled = false
  #fault: { readonly error: unknown } | undefined

  constructor(db: DatabaseSync, options: CommitQueueOptions) {
    this.#db = db
    this.#options = options
    this.#begin = db.prepare('BEGIN')
    this.#commit = db.prepare('COMMIT')
  }

  submit<T>(run: () => T): Promise<T> {
    if (this.#fault) return Promise.reject(new ClosedError('commit', this.#fault.error))
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({
        run,
        resolve: resolve as (result: unknown) => void,
        reject,
        result: undefined,
        refused: false,
      })
      this.#schedule()
    })
  }

  /** Commits what waits at once; for closing. */
  flush(): void {
    while (this.#waiting.length > 0) this.#commitGroup()
  }

  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    this.#options.clock.turn(() => {
      this.#scheduled = false
      this.#commitGroup()
      if (this.#waiting.length > 0) this.#schedule()
    })
  }

  #commitGroup(): void {
    const group = this.#waiting.splice(0, LARGEST_GROUP)
    if (group.length === 0) return
    if (this.#fault) return rejectAll(group, new ClosedError('commit', this.#fault.error))
    try {
      this.#begin.run()
      for (const work of group) attempt(work)
      this.#options.finishing()
      this.#commit.run()
    } catch (error) {
      return this.#undo(group, error)
    }
    this.#options.committed()
    for (const { refused, result, resolve, reject } of group) refused ? reject(result) : resolve(result)
  }

  #undo(group: readonly Work[], error: unknown): void {
    try {
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK')
    } catch (cause) {
      this.#fault = { error: cause }
    }
    this.#options.undone()
    // A full disk leaves the file as it was. After any other fault nobody knows, so nothing is written any more.
    if (!isDiskFull(error)) this.#fault = { error }
    rejectAll(group, failed('commit', error))
    if (this.#fault) this.#options.broken(this.#fault.error)
  }
}

function attempt(work: Work): void {
  try {
    work.result = work.run()
  } catch (error) {
    if (!(error instanceof ReeveError)) throw error
    work.result = error
    work.refused = true
  }
}

function rejectAll(group: readonly Work[], error: unknown): void {
  for (const work of group) work.reject(error)
}
