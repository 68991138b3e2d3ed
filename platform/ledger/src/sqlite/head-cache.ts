import type { HeadRow } from './rows.ts'

/** Knows the heads of recently used keys, also that a key has none (null), so that most writes read nothing. */
export class HeadCache {
  readonly #half: number
  #young = new Map<string, HeadRow | null>()
  #old = new Map<string, HeadRow | null>()

  constructor(size: number) {
    this.#half = size / 2
  }

  get(key: string): HeadRow | null | undefined {
    const young = this.#young.get(key)
    if (young !== undefined) return young
    const old = this.#old.get(key)
    if (old !== undefined) this.set(key, old)
    return old
  }

  set(key: string, head: HeadRow | null): void {
    this.#young.set(key, head)
    if (this.#young.size < this.#half) return
    this.#old = this.#young
    this.#young = new Map()
  }

  delete(key: string): void {
    this.#young.delete(key)
    this.#old.delete(key)
  }

  clear(): void {
    this.#young.clear()
    this.#old.clear()
  }
}
