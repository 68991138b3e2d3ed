import { statSync } from 'node:fs'
import type { Clock } from '@reeve/ground'

/** How often the path is looked at, at most. */
const LOOK_MS = 500

/** Knows whether a file that is open is still the one that stands at its path: what is written to a removed one is lost. */
export class PresentFile {
  readonly #path: string
  readonly #clock: Clock
  readonly #inode: number | undefined
  #looked: number

  constructor(path: string, clock: Clock) {
    this.#path = path
    this.#clock = clock
    this.#inode = inodeOf(path)
    this.#looked = clock.monotonic()
  }

  /** Throws once somebody has removed or replaced the file. */
  check(): void {
    const now = this.#clock.monotonic()
    if (now - this.#looked < LOOK_MS) return
    this.#looked = now
    if (inodeOf(this.#path) === this.#inode) return
    throw new Error(`${this.#path} was removed or replaced while it was open`)
  }
}

function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino
}
