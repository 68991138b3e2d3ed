import { type Clock, type Logger, messageOf, type Timer } from '@reeve/ground'
import type { Ledger } from '@reeve/ledger'

export interface HistoryKeeperOptions {
  readonly ledger: Ledger
  readonly clock: Clock
  readonly logger: Logger
  /** How long a client that does not use bookmarks may be away and still resume its watch. Default: ten minutes. */
  readonly keepMs?: number
  /** How many revisions stay in any case. Default: 10,000. */
  readonly keepRevisions?: number
}

const LOOK_MS = 60_000

/** Lets the ledger forget what nobody can be interested in any more, a minute at a time. */
export class HistoryKeeper {
  readonly #options: Required<HistoryKeeperOptions>
  #timer: Timer | undefined
  #stopped = false

  constructor(options: HistoryKeeperOptions) {
    this.#options = { keepMs: 600_000, keepRevisions: 10_000, ...options }
  }

  async start(): Promise<void> {
    this.#wait()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#timer?.cancel()
  }

  #wait(): void {
    if (this.#stopped) return
    this.#timer = this.#options.clock.after(LOOK_MS, () => void this.#look().finally(() => this.#wait()))
  }

  async #look(): Promise<void> {
    const { ledger, clock, logger, keepMs, keepRevisions } = this.#options
    try {
      const [old, newest] = [await ledger.revisionAt(clock.now() - keepMs), await ledger.revision()]
      const floor = Math.min(old, newest - keepRevisions)
      if (floor > 1) await ledger.compact(floor)
    } catch (error) {
      // A time before the floor means that there is nothing to forget; anything else is told and tried again.
      const code = (error as { readonly code?: string }).code
      if (code !== 'LEDGER_COMPACTED' && !this.#stopped)
        logger.warn('cannot compact', { reason: messageOf(error) })
    }
  }
}
