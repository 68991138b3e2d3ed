import type { Clock } from '@reeve/ground'
import { CredentialError } from '../errors/errors.ts'
import { readText } from './read-text.ts'

/** Tokens in files are replaced before they end; a minute later is soon enough. */
const REREAD_MS = 60_000

/** A token that stands in a file and is replaced there from time to time. */
export class TokenFile {
  readonly #path: string
  readonly #clock: Clock
  #token: string | undefined
  #read = Number.NEGATIVE_INFINITY

  constructor(path: string, clock: Clock) {
    this.#path = path
    this.#clock = clock
  }

  async token(): Promise<string> {
    const now = this.#clock.monotonic()
    if (this.#token !== undefined && now - this.#read < REREAD_MS) return this.#token
    try {
      this.#token = (await readText(this.#path)).trim()
      this.#read = now
    } catch (cause) {
      // What was there a moment ago is better than nothing: the file may be being replaced.
      if (this.#token === undefined) {
        throw new CredentialError(`read token from ${this.#path}`, { cause, retryable: true })
      }
    }
    return this.#token
  }

  /** The token is not believed: the next asks the file. */
  renew(): void {
    this.#read = Number.NEGATIVE_INFINITY
  }
}
