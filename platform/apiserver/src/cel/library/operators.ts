import { CelRuntimeError } from '../cel-error.ts'
import { CelDuration } from '../values/cel-duration.ts'
import type { CelList } from '../values/cel-list.ts'
import { CelTimestamp } from '../values/cel-timestamp.ts'
import { CelUint } from '../values/cel-uint.ts'
import { compare } from '../values/compare.ts'
import { equals } from '../values/equals.ts'
import { joinLists } from '../values/list-kinds.ts'
import { type FunctionTable, type Overload, overload } from './overload.ts'

/** An int, or the failure that it does not fit 64 bits. */
export function int(value: bigint): bigint {
  if (BigInt.asIntN(64, value) === value) return value
  throw new CelRuntimeError('integer overflow')
}

/** A uint, or the failure that it does not fit 64 bits. */
export function uint(value: bigint): CelUint {
  if (BigInt.asUintN(64, value) === value) return new CelUint(value)
  throw new CelRuntimeError('unsigned integer overflow')
}

/** A duration, or the failure that it does not fit. */
export function duration(nanos: bigint): CelDuration {
  if (BigInt.asIntN(64, nanos) === nanos) return new CelDuration(nanos)
  throw new CelRuntimeError('duration overflow')
}

/** A timestamp, or the failure that it is out of the years 1 to 9999. */
export function timestamp(nanos: bigint): CelTimestamp {
  const time = new CelTimestamp(nanos)
  if (time.fits) return time
  throw new CelRuntimeError('timestamp overflow')
}

const not0 = (value: bigint, what: 'division' | 'modulus'): bigint => {
  if (value === 0n) throw new CelRuntimeError(`${what} by zero`)
  return value
}

type Big = bigint
const ADD: readonly Overload[] = [
  overload('add_bytes', '(bytes, bytes) -> bytes', (a: Uint8Array, b: Uint8Array) =>
    Uint8Array.from([...a, ...b]),
  ),
  overload('add_double', '(double, double) -> double', (a: number, b: number) => a + b),
  overload('add_duration_duration', '(duration, duration) -> duration', (a: CelDuration, b: CelDuration) =>
    duration(a.nanos + b.nanos),
  ),
  overload(
    'add_duration_timestamp',
    '(duration, timestamp) -> timestamp',
    (a: CelDuration, b: CelTimestamp) => timestamp(a.nanos + b.nanos),
  ),
  overload(
    'add_timestamp_duration',
    '(timestamp, duration) -> timestamp',
    (a: CelTimestamp, b: CelDuration) => timestamp(a.nanos + b.nanos),
  ),
  overload('add_int64', '(int, int) -> int', (a: Big, b: Big) => int(a + b)),
  overload('add_list', '(list(A), list(A)) -> list(A)', (a: CelList, b: CelList) => joinLists(a, b)),
  overload('add_string', '(string, string) -> string', (a: string, b: string) => a + b),
  overload('add_uint64', '(uint, uint) -> uint', (a: CelUint, b: CelUint) => uint(a.value + b.value)),
]
const SUBTRACT: readonly Overload[] = [
  overload('subtract_double', '(double, double) -> double', (a: number, b: number) => a - b),
  overload(
    'subtract_duration_duration',
    '(duration, duration) -> duration',
    (a: CelDuration, b: CelDuration) => duration(a.nanos - b.nanos),
  ),
  overload('subtract_int64', '(int, int) -> int', (a: Big, b: Big) => int(a - b)),
  overload(
    'subtract_timestamp_duration',
    '(timestamp, duration) -> timestamp',
    (a: CelTimestamp, b: CelDuration) => timestamp(a.nanos - b.nanos),
  ),
  overload(
    'subtract_timestamp_timestamp',
    '(timestamp, timestamp) -> duration',
    (a: CelTimestamp, b: CelTimestamp) => duration(a.nanos - b.nanos),
  ),
  overload('subtract_uint64', '(uint, uint) -> uint', (a: CelUint, b: CelUint) => uint(a.value - b.value)),
]
const MULTIPLY: readonly Overload[] = [
  overload('multiply_double', '(double, double) -> double', (a: number, b: number) => a * b),
  overload('multiply_int64', '(int, int) -> int', (a: Big, b: Big) => int(a * b)),
  overload('multiply_uint64', '(uint, uint) -> uint', (a: CelUint, b: CelUint) => uint(a.value * b.value)),
]
const DIVIDE: readonly Overload[] = [
  overload('divide_double', '(double, double) -> double', (a: number, b: number) => a / b),
  overload('divide_int64', '(int, int) -> int', (a: Big, b: Big) => int(a / not0(b, 'division'))),
  overload('divide_uint64', '(uint, uint) -> uint', (a: CelUint, b: CelUint) =>
    uint(a.value / not0(b.value, 'division')),
  ),
]
const MODULO: readonly Overload[] = [
  overload('modulo_int64', '(int, int) -> int', (a: Big, b: Big) => int(a % not0(b, 'modulus'))),
  overload('modulo_uint64', '(uint, uint) -> uint', (a: CelUint, b: CelUint) =>
    uint(a.value % not0(b.value, 'modulus')),
  ),
]

const ORDERED = [
  ['bool', 'bool', 'bool'],
  ['int64', 'int', 'int'],
  ['int64_double', 'int', 'double'],
  ['int64_uint64', 'int', 'uint'],
  ['uint64', 'uint', 'uint'],
  ['uint64_double', 'uint', 'double'],
  ['uint64_int64', 'uint', 'int'],
  ['double', 'double', 'double'],
  ['double_int64', 'double', 'int'],
  ['double_uint64', 'double', 'uint'],
  ['string', 'string', 'string'],
  ['bytes', 'bytes', 'bytes'],
  ['timestamp', 'timestamp', 'timestamp'],
  ['duration', 'duration', 'duration'],
] as const

function ordered(prefix: string, holds: (order: number) => boolean): readonly Overload[] {
  return ORDERED.map(([name, a, b]) => {
    if (name === 'int64') {
      const whole = WHOLE[prefix]
      if (whole !== undefined) return overload(`${prefix}_${name}`, `(${a}, ${b}) -> bool`, whole)
    }
    return overload(`${prefix}_${name}`, `(${a}, ${b}) -> bool`, (x, y) =>
      holds(compare(x ?? null, y ?? null)),
    )
  })
}
const WHOLE: Readonly<Record<string, (a: Big, b: Big) => boolean>> = {
  less: (a, b) => a < b,
  less_equals: (a, b) => a <= b,
  greater: (a, b) => a > b,
  greater_equals: (a, b) => a >= b,
}

/** The operators; those that do not need all arguments have no code here. */
export const OPERATORS: FunctionTable = {
  '_?_:_': [overload('conditional', '(bool, A, A) -> A')],
  '_&&_': [overload('logical_and', '(bool, bool) -> bool')],
  '_||_': [overload('logical_or', '(bool, bool) -> bool')],
  '!_': [overload('logical_not', '(bool) -> bool', (a: boolean) => !a)],
  '@not_strictly_false': [overload('not_strictly_false', '(bool) -> bool')],
  '_==_': [overload('equals', '(A, A) -> bool', (a, b) => equals(a ?? null, b ?? null))],
  '_!=_': [overload('not_equals', '(A, A) -> bool', (a, b) => !equals(a ?? null, b ?? null))],
  '_+_': ADD,
  '_-_': SUBTRACT,
  '_*_': MULTIPLY,
  '_/_': DIVIDE,
  '_%_': MODULO,
  '-_': [
    overload('negate_double', '(double) -> double', (a: number) => -a),
    overload('negate_int64', '(int) -> int', (a: Big) => int(-a)),
  ],
  '_<_': ordered('less', (order) => order < 0),
  '_<=_': ordered('less_equals', (order) => order <= 0),
  '_>_': ordered('greater', (order) => order > 0),
  '_>=_': ordered('greater_equals', (order) => order >= 0),
}
