import { isList, isObject, type JsonValue } from '../../json/json-value.ts'
import type { Draft } from '../defaults/draft.ts'
import type { ValuePlan } from '../type-plan.ts'
import { decodeSpecial } from './decode-special.ts'
import { type MessagePlan, messagePlan } from './message-plan.ts'
import { ProtobufError } from './protobuf-error.ts'
import { packedVarints, wireFields } from './wire-reader.ts'

const MAX_DEPTH = 500
const text = new TextDecoder()

/** The JSON object that a message stands for; fields that the type does not have are passed over. */
export function decodeMessage(bytes: Uint8Array, place: number, depth = 0): Draft {
  if (depth > MAX_DEPTH) throw new ProtobufError('messages nest too deep')
  const draft: Draft = {}
  decodeInto(draft, bytes, messagePlan(place), depth)
  return draft
}

function decodeInto(draft: Draft, bytes: Uint8Array, plan: MessagePlan, depth: number): void {
  for (const { number, value } of wireFields(bytes)) {
    const target = plan.get(number)
    if (target === undefined) continue
    if ('inlined' in target) decodeInto(draft, bytesOf(value), target.inlined, depth)
    else draft[target.name] = decodeField(draft[target.name], value, target.value, depth)
  }
}

/** Lists and maps come item by item. */
function decodeField(
  before: JsonValue | undefined,
  value: bigint | Uint8Array,
  plan: ValuePlan,
  depth: number,
): JsonValue | undefined {
  if (plan.is === 'list') {
    const list = isList(before) ? (before as JsonValue[]) : []
    if (typeof value !== 'bigint' && plan.of.is === 'integer')
      for (const item of packedVarints(value)) list.push(wholeNumber(item))
    else list.push(decodeValue(value, plan.of, depth) ?? null)
    return list
  }
  if (plan.is === 'map') {
    const map: Draft = isObject(before) ? (before as Draft) : {}
    const [key, held] = decodeEntry(bytesOf(value), plan.of, depth)
    map[key] = held
    return map
  }
  return decodeValue(value, plan, depth)
}

function decodeEntry(bytes: Uint8Array, plan: ValuePlan, depth: number): readonly [string, JsonValue] {
  let key = ''
  let held: JsonValue | undefined
  for (const { number, value } of wireFields(bytes)) {
    if (number === 1) key = text.decode(bytesOf(value))
    if (number === 2)
      held = plan.is === 'list' ? wrappedList(value, plan.of, depth) : decodeValue(value, plan, depth)
  }
  return [key, held ?? emptyOf(plan)]
}

/** A list as the value of a map is a message that holds nothing else. */
function wrappedList(value: bigint | Uint8Array, plan: ValuePlan, depth: number): JsonValue {
  return Array.from(wireFields(bytesOf(value)), (item) => decodeValue(item.value, plan, depth) ?? null)
}

function decodeValue(value: bigint | Uint8Array, plan: ValuePlan, depth: number): JsonValue | undefined {
  switch (plan.is) {
    case 'type':
      return decodeMessage(bytesOf(value), plan.place, depth + 1)
    case 'string':
      return text.decode(bytesOf(value))
    case 'bytes':
      return Buffer.from(bytesOf(value)).toString('base64')
    case 'integer':
      return wholeNumber(numberOf(value))
    case 'boolean':
      return numberOf(value) !== 0n
    case 'number':
      return doubleOf(bytesOf(value))
    case 'list':
    case 'map':
      throw new ProtobufError('a list in a list')
    default:
      return decodeSpecial(bytesOf(value), plan, (bytes, place) => decodeMessage(bytes, place, depth + 1))
  }
}

function emptyOf(plan: ValuePlan): JsonValue {
  if (plan.is === 'string' || plan.is === 'bytes') return ''
  if (plan.is === 'quantity') return '0'
  return plan.is === 'list' ? [] : {}
}

function wholeNumber(value: bigint): number | bigint {
  const signed = BigInt.asIntN(64, value)
  const number = Number(signed)
  return Number.isSafeInteger(number) ? number : signed
}

function doubleOf(bytes: Uint8Array): number {
  if (bytes.length !== 8) throw new ProtobufError('wrong wire type')
  return new DataView(bytes.buffer, bytes.byteOffset, 8).getFloat64(0, true)
}

function bytesOf(value: bigint | Uint8Array): Uint8Array {
  if (typeof value === 'bigint') throw new ProtobufError('wrong wire type')
  return value
}

function numberOf(value: bigint | Uint8Array): bigint {
  if (typeof value !== 'bigint') throw new ProtobufError('wrong wire type')
  return value
}
