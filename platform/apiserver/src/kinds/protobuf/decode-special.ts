import { messageOf } from '@reeve/ground'
import type { JsonValue } from '../../json/json-value.ts'
import { parseJson } from '../../json/parse-json.ts'
import { loadTable } from '../load-table.ts'
import type { AnyPlan, SingleValuePlan } from '../type-plan.ts'
import { ProtobufError } from './protobuf-error.ts'
import { type WireField, wireFields } from './wire-reader.ts'

type Special = SingleValuePlan | AnyPlan
type Decode = (bytes: Uint8Array, place: number) => JsonValue

const SCHEMA = 'apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps'
/** Says by being there at all that there is a status apart. */
const STATUS = 'apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceSubresourceStatus'
const text = new TextDecoder()

/** Types whose JSON is not an object of their fields. `undefined` stands for one that is not set. */
export function decodeSpecial(bytes: Uint8Array, plan: Special, decode: Decode): JsonValue | undefined {
  const fields = [...wireFields(bytes)]
  switch (plan.is) {
    case 'time':
      return timeOf(fields, 0)
    case 'micro-time':
      return timeOf(fields, 6)
    case 'quantity':
      return textAt(fields, 1) || '0'
    case 'int-or-string':
      return intAt(fields, 1) === 0n ? Number(intAt(fields, 2)) : textAt(fields, 3)
    case 'any':
      if (plan.type === STATUS) return {}
      return plan.type.startsWith(`${SCHEMA}Or`)
        ? schemaOr(fields, plan.type.slice(SCHEMA.length), decode)
        : rawJson(textAt(fields, 1))
  }
}

function rawJson(raw: string): JsonValue | undefined {
  if (raw === '') return undefined
  try {
    return parseJson(raw).value
  } catch (cause) {
    throw new ProtobufError(messageOf(cause))
  }
}

function timeOf(fields: readonly WireField[], digits: 0 | 6): string | undefined {
  if (fields.length === 0) return undefined
  const seconds = Number(intAt(fields, 1))
  const nanos = Number(intAt(fields, 2))
  const date = new Date(seconds * 1000)
  if (Number.isNaN(date.getTime())) throw new ProtobufError('a time out of range')
  const whole = date.toISOString().slice(0, -'.000Z'.length)
  const fraction = digits === 0 ? '' : `.${`${Math.floor(nanos / 1000)}`.padStart(digits, '0')}`
  return `${whole}${fraction}Z`
}

/** Schemas of CRDs have places where a schema, or something simpler, may stand. */
function schemaOr(fields: readonly WireField[], or: string, decode: Decode): JsonValue | undefined {
  const place = loadTable().names.indexOf(SCHEMA)
  const schemas = (number: number) =>
    fields.filter((field) => field.number === number).map(({ value }) => decode(asBytes(value), place))
  if (or === 'OrBool') return schemas(2)[0] ?? intAt(fields, 1) !== 0n
  const [single] = schemas(1)
  if (single !== undefined) return single
  if (or === 'OrArray') return schemas(2)
  return fields.filter(({ number }) => number === 2).map(({ value }) => text.decode(asBytes(value)))
}

function textAt(fields: readonly WireField[], number: number): string {
  const found = fields.findLast((field) => field.number === number)
  return found === undefined ? '' : text.decode(asBytes(found.value))
}

function intAt(fields: readonly WireField[], number: number): bigint {
  const value = fields.findLast((field) => field.number === number)?.value ?? 0n
  if (typeof value !== 'bigint') throw new ProtobufError('wrong wire type')
  return BigInt.asIntN(64, value)
}

function asBytes(value: bigint | Uint8Array): Uint8Array {
  if (typeof value === 'bigint') throw new ProtobufError('wrong wire type')
  return value
}
