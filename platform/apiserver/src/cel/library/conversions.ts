import { CelRuntimeError } from '../cel-error.ts'
import type { CelValue } from '../cel-value.ts'
import { CelDuration, parseDuration } from '../values/cel-duration.ts'
import { type CelTimestamp, parseTimestamp } from '../values/cel-timestamp.ts'
import { CelTypeValue } from '../values/cel-type-value.ts'
import type { CelUint } from '../values/cel-uint.ts'
import { formatDouble } from '../values/format-double.ts'
import { typeNameOf } from '../values/type-name.ts'
import { int, timestamp, uint } from './operators.ts'
import { type FunctionTable, overload } from './overload.ts'

const cannot = (from: string, to: string): CelRuntimeError =>
  new CelRuntimeError(`type conversion error from '${from}' to '${to}'`)

function whole(text: string, to: 'int' | 'uint'): bigint {
  if (!(to === 'int' ? /^[+-]?\d+$/u : /^\d+$/u).test(text)) throw cannot('string', to)
  const value = BigInt(text.replace(/^\+/u, ''))
  const fits = to === 'int' ? BigInt.asIntN(64, value) === value : BigInt.asUintN(64, value) === value
  if (!fits) throw cannot('string', to)
  return value
}

function doubleOf(text: string): number {
  if (/^[+-]?(?:inf|infinity)$/iu.test(text)) return text.startsWith('-') ? -Infinity : Infinity
  if (/^nan$/iu.test(text)) return Number.NaN
  const value = Number(text)
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/u.test(text) || !Number.isFinite(value))
    throw cannot('string', 'double')
  return value
}

function boolOf(text: string): boolean {
  if (/^(?:1|t|T|TRUE|true|True)$/u.test(text)) return true
  if (/^(?:0|f|F|FALSE|false|False)$/u.test(text)) return false
  throw cannot('string', 'bool')
}

function durationOf(text: string): CelDuration {
  const found = parseDuration(text)
  if (found === undefined) throw cannot('string', 'google.protobuf.Duration')
  return found
}

function timestampOf(text: string): CelTimestamp {
  const found = parseTimestamp(text)
  if (found === undefined) throw cannot('string', 'google.protobuf.Timestamp')
  if (!found.fits) throw new CelRuntimeError('timestamp overflow')
  return found
}

function truncated(value: number, kind: 'int' | 'uint'): bigint {
  const out = kind === 'int' ? value <= -(2 ** 63) || value >= 2 ** 63 : value < 0 || value >= 2 ** 64
  if (!Number.isFinite(value) || out) {
    throw new CelRuntimeError(kind === 'int' ? 'integer overflow' : 'unsigned integer overflow')
  }
  return BigInt(Math.trunc(value))
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new CelRuntimeError('invalid UTF-8 in bytes, cannot convert to string')
  }
}

const same = (value: CelValue): CelValue => value

/** From one type to another. */
export const CONVERSIONS: FunctionTable = {
  type: [overload('type', '(A) -> type(A)', (value: CelValue) => new CelTypeValue(typeNameOf(value)))],
  dyn: [overload('to_dyn', '(A) -> dyn', same)],
  bool: [
    overload('bool_to_bool', '(bool) -> bool', same),
    overload('string_to_bool', '(string) -> bool', boolOf),
  ],
  bytes: [
    overload('bytes_to_bytes', '(bytes) -> bytes', same),
    overload('string_to_bytes', '(string) -> bytes', (text: string) => new TextEncoder().encode(text)),
  ],
  double: [
    overload('double_to_double', '(double) -> double', same),
    overload('int64_to_double', '(int) -> double', (value: bigint) => Number(value)),
    overload('string_to_double', '(string) -> double', doubleOf),
    overload('uint64_to_double', '(uint) -> double', (value: CelUint) => Number(value.value)),
  ],
  duration: [
    overload('duration_to_duration', '(duration) -> duration', same),
    overload('int64_to_duration', '(int) -> duration', (value: bigint) => new CelDuration(value)),
    overload('string_to_duration', '(string) -> duration', durationOf),
  ],
  int: [
    overload('int64_to_int64', '(int) -> int', same),
    overload('double_to_int64', '(double) -> int', (value: number) => truncated(value, 'int')),
    overload('duration_to_int64', '(duration) -> int', (value: CelDuration) => value.nanos),
    overload('string_to_int64', '(string) -> int', (text: string) => whole(text, 'int')),
    overload('timestamp_to_int64', '(timestamp) -> int', (value: CelTimestamp) => value.seconds),
    overload('uint64_to_int64', '(uint) -> int', (value: CelUint) => int(value.value)),
  ],
  string: [
    overload('string_to_string', '(string) -> string', same),
    overload('bool_to_string', '(bool) -> string', (value: boolean) => String(value)),
    overload('bytes_to_string', '(bytes) -> string', textOf),
    overload('double_to_string', '(double) -> string', (value: number) => formatDouble(value)),
    overload('duration_to_string', '(duration) -> string', (value: CelDuration) => value.toString()),
    overload('int64_to_string', '(int) -> string', (value: bigint) => String(value)),
    overload('timestamp_to_string', '(timestamp) -> string', (value: CelTimestamp) => value.toString()),
    overload('uint64_to_string', '(uint) -> string', (value: CelUint) => String(value.value)),
  ],
  timestamp: [
    overload('timestamp_to_timestamp', '(timestamp) -> timestamp', same),
    overload('int64_to_timestamp', '(int) -> timestamp', (value: bigint) =>
      timestamp(value * 1_000_000_000n),
    ),
    overload('string_to_timestamp', '(string) -> timestamp', timestampOf),
  ],
  uint: [
    overload('uint64_to_uint64', '(uint) -> uint', same),
    overload('double_to_uint64', '(double) -> uint', (value: number) => uint(truncated(value, 'uint'))),
    overload('int64_to_uint64', '(int) -> uint', (value: bigint) => uint(value)),
    overload('string_to_uint64', '(string) -> uint', (text: string) => uint(whole(text, 'uint'))),
  ],
}
