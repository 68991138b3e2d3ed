import type { CelDuration } from './values/cel-duration.ts'
import type { CelList } from './values/cel-list.ts'
import type { CelMap } from './values/cel-map.ts'
import type { CelOpaque } from './values/cel-opaque.ts'
import type { CelOptional } from './values/cel-optional.ts'
import type { CelTimestamp } from './values/cel-timestamp.ts'
import type { CelTypeValue } from './values/cel-type-value.ts'
import type { CelUint } from './values/cel-uint.ts'

export { celValue } from './values/from-json.ts'
export { jsonOf } from './values/to-json.ts'

/** A value as an expression sees it: int is a bigint, double a number; what has no plain form is one of the classes. */
export type CelValue =
  | null
  | boolean
  | bigint
  | number
  | string
  | Uint8Array
  | CelUint
  | CelTimestamp
  | CelDuration
  | CelTypeValue
  | CelList
  | CelMap
  | CelOptional
  | CelOpaque
