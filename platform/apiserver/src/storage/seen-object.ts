import type { Entry } from '@reeve/ledger'
import type { ApiObject } from '../resources/api-object.ts'
import { decodeObject } from './object-codec.ts'

/** An object that was read: as a value, and as text where that is known already. */
export interface SeenObject {
  readonly key: string
  readonly object: ApiObject
  /** Its JSON text as clients see it. */
  readonly bytes?: Uint8Array
}

/** One whose text is known. It is taken apart only for whoever wants to look into it. */
export class SeenEntry implements SeenObject {
  readonly bytes: Uint8Array
  readonly #entry: Entry
  #object: ApiObject | undefined

  constructor(entry: Entry, bytes: Uint8Array) {
    this.#entry = entry
    this.bytes = bytes
  }

  get key(): string {
    return this.#entry.key
  }

  get object(): ApiObject {
    this.#object ??= decodeObject(this.#entry, this.#entry.modRevision)
    return this.#object
  }
}
