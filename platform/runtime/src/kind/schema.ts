import type { Infer, ObjectOf, OptionalSchema, Schema } from './infer.ts'

/** A CEL rule that the server holds values to. */
export interface Rule {
  readonly rule: string
  readonly message?: string
  readonly messageExpression?: string
  readonly reason?: 'FieldValueInvalid' | 'FieldValueForbidden' | 'FieldValueRequired' | 'FieldValueDuplicate'
  readonly fieldPath?: string
  readonly optionalOldSelf?: boolean
}

export interface AnyOptions<T> {
  readonly title?: string
  readonly description?: string
  /** Filled in by the server where nothing is said, so the property need not be given. */
  readonly default?: T
  readonly rules?: readonly Rule[]
}

export interface StringOptions extends AnyOptions<string> {
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
}

export interface NumberOptions extends AnyOptions<number> {
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
  readonly multipleOf?: number
  readonly format?: string
}

export interface ObjectOptions<T> extends AnyOptions<T> {
  /** Whether fields beyond the named ones are kept. Default: false. */
  readonly open?: boolean
}

export interface ArrayOptions<T> extends AnyOptions<T> {
  readonly minItems?: number
  readonly maxItems?: number
  /** How lists of several writers are merged: as one value, as a set, or by keys of their items. */
  readonly list?: 'atomic' | 'set' | { readonly keys: readonly string[] }
}

export interface RecordOptions<T> extends AnyOptions<T> {
  readonly minProperties?: number
  readonly maxProperties?: number
}

type Literal = string | number | boolean
const LEFT_OUT: unique symbol = Symbol('may be left out')

/** Whether a property with this schema may be left out. */
export function isOptional(schema: object): boolean {
  return LEFT_OUT in schema || '~optional' in schema
}

function made<T>(keywords: object, options: object = {}): Schema<T> {
  const { rules, ...others } = options as { readonly rules?: readonly Rule[] }
  const validations = rules === undefined ? {} : { 'x-kubernetes-validations': rules }
  return { ...keywords, ...others, ...validations } as Schema<T>
}

function object<const Properties extends Readonly<Record<string, object>>>(
  properties: Properties,
  { open = false, ...options }: ObjectOptions<Partial<ObjectOf<Properties>>> = {},
): Schema<ObjectOf<Properties>> {
  const needed = Object.keys(properties).filter((name) => {
    const schema = properties[name] ?? {}
    return !isOptional(schema) && !('default' in schema)
  })
  const keywords = {
    type: 'object',
    properties,
    ...(needed.length > 0 && { required: needed }),
    ...(open && { 'x-kubernetes-preserve-unknown-fields': true }),
  }
  return made(keywords, options)
}

function array<const Item extends object>(
  items: Item,
  { list, ...options }: ArrayOptions<readonly Infer<Item>[]> = {},
): Schema<readonly Infer<Item>[]> {
  const merged =
    typeof list === 'object'
      ? { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': list.keys }
      : list !== undefined && { 'x-kubernetes-list-type': list }
  return made({ type: 'array', items, ...merged }, options)
}

function oneOf<const Value extends Literal>(
  values: readonly Value[],
  options: AnyOptions<NoInfer<Value>> = {},
): Schema<Value> {
  const [first] = values
  const type =
    typeof first === 'number' ? (values.every(Number.isInteger) ? 'integer' : 'number') : typeof first
  return made({ type, enum: values }, options)
}

/** Describes what a resource holds. Each schema is a JSON Schema, and knows the TypeScript type of what it describes. */
export const schema = {
  string: (options: StringOptions = {}): Schema<string> => made({ type: 'string' }, options),
  integer: (options: NumberOptions = {}): Schema<number> => made({ type: 'integer' }, options),
  number: (options: NumberOptions = {}): Schema<number> => made({ type: 'number' }, options),
  boolean: (options: AnyOptions<boolean> = {}): Schema<boolean> => made({ type: 'boolean' }, options),
  object,
  array,
  /** An object with any names, each with a value of one kind. */
  record: <const Value extends object>(
    value: Value,
    options: RecordOptions<Readonly<Record<string, Infer<Value>>>> = {},
  ): Schema<Readonly<Record<string, Infer<Value>>>> =>
    made({ type: 'object', additionalProperties: value }, options),
  /** One of some values. */
  enum: oneOf,
  literal: <const Value extends Literal>(
    value: Value,
    options: AnyOptions<NoInfer<Value>> = {},
  ): Schema<Value> => oneOf([value], options),
  /** One of several literals; anything wider is no structural schema. */
  union: <const Parts extends readonly Schema<Literal>[]>(
    parts: Parts,
    options: AnyOptions<Infer<Parts[number]>> = {},
  ): Schema<Infer<Parts[number]>> => made({ anyOf: parts }, options),
  /** A property that may be left out. */
  optional: <const S extends object>(inner: S): OptionalSchema<Infer<S>> =>
    ({ ...inner, [LEFT_OUT]: true }) as unknown as OptionalSchema<Infer<S>>,
  nullable: <const S extends object>(inner: S): Schema<Infer<S> | null> => made(inner, { nullable: true }),
  /** Cannot be changed once it is set. */
  immutable: <const S extends object>(inner: S): S => {
    const rules =
      (inner as { 'x-kubernetes-validations'?: readonly Rule[] })['x-kubernetes-validations'] ?? []
    const rule: Rule = { rule: 'self == oldSelf', message: 'cannot be changed' }
    return { ...inner, 'x-kubernetes-validations': [...rules, rule] }
  },
  /** A whole number or a string, such as a port or a percentage. */
  intOrString: (options: AnyOptions<number | string> = {}): Schema<number | string> =>
    made({ 'x-kubernetes-int-or-string': true }, options),
  /** Anything, kept as it is. */
  any: (options: AnyOptions<unknown> = {}): Schema =>
    made({ 'x-kubernetes-preserve-unknown-fields': true }, options),
} as const
