import { isSame } from '../json/is-same.ts'
import { isJsonObject } from '../json/json-value.ts'
import type { StructuralSchema } from './structural-schema.ts'

/** Something that a value may not be. */
export interface Issue {
  /** Such as `spec.ports[0].name`. */
  readonly path: string
  readonly message: string
}

/** Everything that is wrong with a value. CEL rules are the server's business and are not looked at. */
export function validate(schema: StructuralSchema, value: unknown, path = ''): readonly Issue[] {
  const issue = (message: string): readonly Issue[] => [{ path, message }]
  if (value === null) return schema.nullable === true || isFree(schema) ? [] : issue('cannot be null')
  if (schema['x-kubernetes-int-or-string'] === true) {
    return Number.isInteger(value) || typeof value === 'string'
      ? []
      : issue('has to be a whole number or a string')
  }
  if (schema.type !== undefined && !isOfType(schema.type, value))
    return issue(`has to be ${NAMES[schema.type]}`)
  const wrong = [
    ...(schema.enum !== undefined && !schema.enum.some((each) => isSame(each, value))
      ? issue(`has to be ${schema.enum.map((each) => JSON.stringify(each)).join(' or ')}`)
      : []),
  ]
  if (typeof value === 'string') return [...wrong, ...stringProblems(schema, value).flatMap(issue)]
  if (typeof value === 'number') return [...wrong, ...numberProblems(schema, value).flatMap(issue)]
  if (Array.isArray(value))
    return [...wrong, ...listProblems(schema, value).flatMap(issue), ...inList(schema, value, path)]
  if (isJsonObject(value)) return [...wrong, ...inObject(schema, value, path)]
  return wrong
}

const NAMES = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
}

function isFree(schema: StructuralSchema): boolean {
  return schema.type === undefined && schema['x-kubernetes-preserve-unknown-fields'] === true
}

function isOfType(type: NonNullable<StructuralSchema['type']>, value: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'number') return Number.isFinite(value)
  if (type === 'array') return Array.isArray(value)
  return type === 'object' ? isJsonObject(value) : typeof value === type
}

function stringProblems(schema: StructuralSchema, value: string): readonly string[] {
  const { minLength, maxLength, pattern } = schema
  // The server counts code points, and patterns need not match the whole.
  const length = minLength === undefined && maxLength === undefined ? 0 : [...value].length
  return [
    ...(minLength !== undefined && length < minLength
      ? [`has to have at least ${minLength} characters`]
      : []),
    ...(maxLength !== undefined && length > maxLength ? [`has to have at most ${maxLength} characters`] : []),
    ...(pattern !== undefined && !new RegExp(pattern, 'u').test(value) ? [`has to match ${pattern}`] : []),
    ...(schema.format === 'date-time' && Number.isNaN(Date.parse(value)) ? ['has to be a time'] : []),
  ]
}

function numberProblems(schema: StructuralSchema, value: number): readonly string[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
  const low = minimum !== undefined && (exclusiveMinimum === true ? value <= minimum : value < minimum)
  const high = maximum !== undefined && (exclusiveMaximum === true ? value >= maximum : value > maximum)
  const parts = multipleOf === undefined ? 0 : value / multipleOf
  return [
    ...(low ? [`has to be ${exclusiveMinimum === true ? 'more than' : 'at least'} ${minimum}`] : []),
    ...(high ? [`has to be ${exclusiveMaximum === true ? 'less than' : 'at most'} ${maximum}`] : []),
    ...(Math.abs(parts - Math.round(parts)) > 1e-9 ? [`has to be a multiple of ${multipleOf}`] : []),
  ]
}

function listProblems(schema: StructuralSchema, value: readonly unknown[]): readonly string[] {
  const { minItems, maxItems } = schema
  return [
    ...(minItems !== undefined && value.length < minItems ? [`has to have at least ${minItems} items`] : []),
    ...(maxItems !== undefined && value.length > maxItems ? [`has to have at most ${maxItems} items`] : []),
  ]
}

function inList(schema: StructuralSchema, value: readonly unknown[], path: string): readonly Issue[] {
  const { items } = schema
  const inside =
    items === undefined ? [] : value.flatMap((item, index) => validate(items, item, `${path}[${index}]`))
  const type = schema['x-kubernetes-list-type']
  if (type !== 'set' && type !== 'map') return inside
  const keys = schema['x-kubernetes-list-map-keys'] ?? []
  const identity = (item: unknown): unknown =>
    type === 'map' && isJsonObject(item)
      ? keys.map((key) => item[key] ?? items?.properties?.[key]?.default)
      : item
  const twice = value.flatMap((item, index) =>
    value.slice(0, index).some((earlier) => isSame(identity(earlier), identity(item)))
      ? [{ path: `${path}[${index}]`, message: 'is there already' }]
      : [],
  )
  return [...inside, ...twice]
}

function inObject(
  schema: StructuralSchema,
  value: Readonly<Record<string, unknown>>,
  path: string,
): readonly Issue[] {
  const { properties = {}, additionalProperties, required = [], minProperties, maxProperties } = schema
  const open = schema['x-kubernetes-preserve-unknown-fields'] === true || additionalProperties === true
  const at = (name: string): string => (path === '' ? name : `${path}.${name}`)
  const names = Object.keys(value).filter((name) => value[name] !== undefined)
  const issues: Issue[] = required
    .filter((name) => value[name] === undefined)
    .map((name) => ({ path: at(name), message: 'is needed' }))
  if (minProperties !== undefined && names.length < minProperties) {
    issues.push({ path, message: `has to have at least ${minProperties} properties` })
  }
  if (maxProperties !== undefined && names.length > maxProperties) {
    issues.push({ path, message: `has to have at most ${maxProperties} properties` })
  }
  for (const name of names) {
    const named = Object.hasOwn(properties, name) ? properties[name] : undefined
    const inner = named ?? (additionalProperties === true ? undefined : additionalProperties)
    if (inner !== undefined) issues.push(...validate(inner, value[name], at(name)))
    else if (!open) issues.push({ path: at(name), message: 'is not known' })
  }
  return issues
}
