import { BOOL, type CelType, DOUBLE, INT, STRING } from '../../cel/cel-type.ts'
import { escapeName } from '../../cel/values/escape-name.ts'
import type { Schema } from '../schema.ts'
import { leastSize, MOST_BYTES } from './least-size.ts'
import { withResourceFields } from './with-resource-fields.ts'

export interface CelTypeOptions {
  /** Whether the value is a resource, the whole or an embedded one: it has a name then. Default: what the schema says. */
  readonly isResource?: boolean
  /** Default: `object`. Names the types of objects inside, too. */
  readonly name?: string
}

/** The type that a rule sees; undefined where the schema does not say what a value looks like, and rules see nothing. */
export function celTypeOf(schema: Schema, options: CelTypeOptions = {}): CelType | undefined {
  const { isResource = schema.embeddedResource === true, name = 'object' } = options
  if (schema.intOrString) {
    return {
      kind: 'dyn',
      longest: schema.maxLength === undefined ? MOST_BYTES - 2 : bytesOf(schema.maxLength),
    }
  }
  switch (schema.type) {
    case 'array':
      return listTypeOf(schema, name)
    case 'object':
      return objectTypeOf(isResource ? withResourceFields(schema) : schema, name)
    case 'string':
      return textTypeOf(schema)
    case 'boolean':
      return BOOL
    case 'number':
      return DOUBLE
    case 'integer':
      return INT
    default:
      return undefined
  }
}

function listTypeOf(
  { items, maxItems, listType, listMapKeys = [] }: Schema,
  name: string,
): CelType | undefined {
  const of = items === undefined ? undefined : celTypeOf(items, { name: `${name}.@idx` })
  if (of === undefined || items === undefined) return undefined
  // Brackets around, and a comma after each.
  const most = maxItems ?? Math.floor((MOST_BYTES - 2) / (leastSize(items) + 1))
  const list = { kind: 'list', of, most: Math.max(0, most) } as const
  if (listType === 'set') return { ...list, listed: 'set' }
  return listType === 'map' ? { ...list, listed: { keys: listMapKeys } } : list
}

function objectTypeOf(schema: Schema, name: string): CelType | undefined {
  const { additionalProperties, maxProperties, properties = {} } = schema
  if (typeof additionalProperties === 'object') {
    const of = celTypeOf(additionalProperties, { name: `${name}.@elem` })
    if (of === undefined) return undefined
    // Braces around; quotes, two letters, a colon and a comma for each.
    const most = maxProperties ?? Math.floor((MOST_BYTES - 2) / (leastSize(additionalProperties) + 6))
    return { kind: 'map', key: STRING, of, most: Math.max(0, most) }
  }
  let fields: Readonly<Record<string, CelType>> | undefined
  return {
    kind: 'object',
    name,
    get fields() {
      fields ??= fieldsOf(properties, name)
      return fields
    },
  }
}

function fieldsOf(properties: Readonly<Record<string, Schema>>, name: string): Record<string, CelType> {
  const fields: Record<string, CelType> = Object.create(null)
  for (const [field, property] of Object.entries(properties)) {
    const type =
      escapeName(field) !== undefined ? celTypeOf(property, { name: `${name}.${field}` }) : undefined
    if (type !== undefined) fields[field] = type
  }
  return fields
}

function textTypeOf({ format, maxLength, enum: choices = [] }: Schema): CelType {
  switch (format) {
    case 'byte':
      return { kind: 'bytes', longest: maxLength === undefined ? MOST_BYTES - 2 : Math.max(0, maxLength) }
    case 'duration':
      return { kind: 'duration', longest: 32 }
    case 'date':
      return { kind: 'timestamp', longest: 12 }
    case 'date-time':
      return { kind: 'timestamp', longest: 32 }
  }
  if (maxLength !== undefined) return { kind: 'string', longest: bytesOf(maxLength) }
  if (choices.length === 0) return { kind: 'string', longest: MOST_BYTES - 2 }
  const lengths = choices.map((choice) => (typeof choice === 'string' ? Buffer.byteLength(choice) : 0))
  return { kind: 'string', longest: Math.max(...lengths) }
}

/** A character may take four bytes. */
function bytesOf(maxLength: number): number {
  return Math.max(0, maxLength) * 4
}
