import type { CelListType } from '../cel-type.ts'
import type { CelValue } from '../cel-value.ts'

/** A list whose items are made when they are asked for. `listed` says how it is compared and joined. */
export class CelList {
  readonly typeName = 'list'
  readonly length: number
  readonly listed: CelListType['listed']
  readonly #read: (at: number) => CelValue
  /** Items that only this list and longer ones made from it hold: loops that add one by one need no copies. */
  #grown: CelValue[] | undefined

  constructor(length: number, read: (at: number) => CelValue, listed?: CelListType['listed']) {
    this.length = length
    this.#read = read
    this.listed = listed
  }

  static of(items: readonly CelValue[], listed?: CelListType['listed']): CelList {
    return new CelList(items.length, (at) => items[at] as CelValue, listed)
  }

  at(index: number): CelValue {
    return this.#read(index)
  }

  items(): CelValue[] {
    return Array.from({ length: this.length }, (_, at) => this.#read(at))
  }

  /** A list with the items of another after its own. */
  plus(other: CelList): CelList {
    const grown = this.#grown?.length === this.length ? this.#grown : this.items()
    for (let at = 0; at < other.length; at++) grown.push(other.at(at))
    const longer = CelList.of(grown)
    longer.#grown = grown
    return longer
  }
}
