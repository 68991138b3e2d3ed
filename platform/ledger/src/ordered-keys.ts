import { type Bounds, compareKeys } from './keys.ts'

const FULL = 512

/** Keys in their order, in runs short enough that adding one moves few. */
export class OrderedKeys {
  readonly #runs: string[][] = []

  add(key: string): void {
    const at = Math.max(0, this.#runAfter(key) - 1)
    const run = this.#runs[at]
    if (run === undefined) return void this.#runs.push([key])
    const place = lowerBound(run, key)
    if (run[place] === key) return
    run.splice(place, 0, key)
    if (run.length > FULL) this.#runs.splice(at + 1, 0, run.splice(FULL / 2))
  }

  remove(key: string): void {
    const at = this.#runAfter(key) - 1
    const run = this.#runs[at]
    if (run === undefined) return
    const place = lowerBound(run, key)
    if (run[place] !== key) return
    run.splice(place, 1)
    if (run.length === 0) this.#runs.splice(at, 1)
  }

  *between({ from, to }: Bounds): Generator<string> {
    for (let at = Math.max(0, this.#runAfter(from) - 1); at < this.#runs.length; at += 1) {
      const run = this.#runs[at] ?? []
      for (let place = lowerBound(run, from); place < run.length; place += 1) {
        const key = run[place] as string
        if (to !== undefined && compareKeys(key, to) >= 0) return
        yield key
      }
    }
  }

  /** Index of the first run that starts after the key. */
  #runAfter(key: string): number {
    let [low, high] = [0, this.#runs.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (compareKeys(this.#runs[middle]?.[0] ?? '', key) <= 0) low = middle + 1
      else high = middle
    }
    return low
  }
}

function lowerBound(run: readonly string[], key: string): number {
  let [low, high] = [0, run.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compareKeys(run[middle] ?? '', key) < 0) low = middle + 1
    else high = middle
  }
  return low
}
