import {
  BOOL,
  BYTES,
  type CelType,
  DOUBLE,
  DURATION,
  DYN,
  INT,
  listOf,
  mapOf,
  NULL,
  opaque,
  optionalOf,
  STRING,
  TIMESTAMP,
  TYPE,
  UINT,
} from '../cel-type.ts'
import { CelTypeValue } from '../values/cel-type-value.ts'

const NAMES: readonly (readonly [string, CelType])[] = [
  ['bool', BOOL],
  ['int', INT],
  ['uint', UINT],
  ['double', DOUBLE],
  ['string', STRING],
  ['bytes', BYTES],
  ['list', listOf(DYN)],
  ['map', mapOf(DYN, DYN)],
  ['null_type', NULL],
  ['type', TYPE],
  ['optional_type', optionalOf(DYN)],
  ['google.protobuf.Timestamp', TIMESTAMP],
  ['google.protobuf.Duration', DURATION],
  ...['net.IP', 'net.CIDR'].map((name) => [name, opaque(name)] as const),
]

/** The names that stand for types in expressions. */
export const TYPE_NAMES: ReadonlyMap<string, { readonly type: CelType; readonly value: CelTypeValue }> =
  new Map(NAMES.map(([name, type]) => [name, { type, value: new CelTypeValue(name) }]))
