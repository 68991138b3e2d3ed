import type { Correlation } from '../validation/correlation.ts'

/** Comparing whole objects is dear, and one place is asked about for each rule and item inside. */
const compared = new WeakMap<Correlation, boolean>()

/** Says of a place in an update whether it may stay wrong because nothing changed there. Looks only when asked. */
export class Ratchet {
  readonly #find: () => Correlation | undefined
  readonly #above: Ratchet | undefined
  #found: { readonly here: Correlation | undefined } | undefined

  constructor(find: () => Correlation | undefined, above?: Ratchet) {
    this.#find = find
    this.#above = above
  }

  /** For what is new: nothing there was wrong before. */
  static none(): Ratchet {
    return new Ratchet(() => undefined)
  }

  field(name: string): Ratchet {
    // Both are converted to the version of the request, so a change of these is not seen.
    if (this.#above === undefined && (name === 'apiVersion' || name === 'kind')) return Ratchet.none()
    return new Ratchet(() => this.#here()?.field(name), this)
  }

  item(at: number): Ratchet {
    return new Ratchet(() => this.#here()?.item(at), this)
  }

  /** Where a place cannot be told apart, the nearest above that can decides. */
  isUnchanged(): boolean {
    const here = this.#here()
    if (here === undefined) return this.#above?.isUnchanged() ?? false
    const known = compared.get(here) ?? here.isUnchanged()
    compared.set(here, known)
    return known
  }

  #here(): Correlation | undefined {
    this.#found ??= { here: this.#find() }
    return this.#found.here
  }
}
