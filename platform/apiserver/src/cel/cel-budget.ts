import { CelRuntimeError } from './cel-error.ts'

/** What one call may cost in Kubernetes, unless told otherwise. */
export const CALL_LIMIT = 1_000_000

/** Counts what evaluation costs. One call above its limit, or all calls above the total, stop with a failure of kind `cost`. */
export class CelBudget {
  readonly #perCall: number
  #left: number
  #used = 0

  constructor(options: { readonly total?: number; readonly perCall?: number } = {}) {
    this.#perCall = options.perCall ?? CALL_LIMIT
    this.#left = options.total ?? Number.POSITIVE_INFINITY
  }

  /** What the latest call has cost so far. */
  get used(): number {
    return this.#used
  }

  /** What is left of the total; below zero when the latest call went over it. */
  get left(): number {
    return this.#left
  }

  /** Opens a new call: its own count starts at nothing. */
  begin(): void {
    this.#used = 0
  }

  /** Closes the call: what it cost is taken from the total. */
  end(): void {
    this.#left -= this.#used
  }

  /** Adds to the running call; throws as soon as it has cost more than a call may. */
  spend(cost: number): void {
    this.#used += cost
    if (this.#used > this.#perCall)
      throw new CelRuntimeError('operation cancelled: actual cost limit exceeded', 'cost')
  }
}
