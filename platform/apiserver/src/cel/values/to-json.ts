import type { JsonObject, JsonValue } from '../../json/json-value.ts'
import type { CelValue } from '../cel-value.ts'
import { CelDuration } from './cel-duration.ts'
import { CelList } from './cel-list.ts'
import { CelMap } from './cel-map.ts'
import { CelOptional } from './cel-optional.ts'
import { CelTimestamp } from './cel-timestamp.ts'
import { CelUint } from './cel-uint.ts'
import { JsonMap } from './json-map.ts'
import { JsonRecord } from './json-record.ts'

/** A value as JSON; undefined for what has no JSON form (a type, an authorizer …). */
export function jsonOf(value: CelValue): JsonValue | undefined {
  if (value === null || typeof value === 'boolean' || typeof value === 'string' || typeof value === 'number')
    return value
  if (typeof value === 'bigint') return smallest(value)
  if (value instanceof CelUint) return smallest(value.value)
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  if (value instanceof CelTimestamp || value instanceof CelDuration) return value.toString()
  if (value instanceof CelOptional) return value.value === undefined ? null : jsonOf(value.value)
  if (value instanceof CelList) return value.items().map((item) => jsonOf(item) ?? null)
  if (value instanceof JsonRecord || value instanceof JsonMap) return value.json
  if (!(value instanceof CelMap)) return undefined
  const members: Record<string, JsonValue> = {}
  for (const key of value.keys()) members[String(key)] = jsonOf(value.get(key) ?? null) ?? null
  return members as JsonObject
}

function smallest(value: bigint): JsonValue {
  const small = Number(value)
  return Number.isSafeInteger(small) ? small : value
}
