import type { JsonValue } from '../../json/json-value.ts'
import type { Ratchet } from './ratchet.ts'

/** A value, what stood in its place before, and where that is. */
export interface Spot {
  readonly value: JsonValue
  readonly old: JsonValue | undefined
  readonly path: string
  readonly ratchet: Ratchet
}
