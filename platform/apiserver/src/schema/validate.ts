import type { JsonValue } from '../json/json-value.ts'
import type { FieldError } from '../status/field-error.ts'
import { type CompiledSchema, compileSchema, type ValidateOptions } from './compile-schema.ts'
import type { Schema } from './schema.ts'

const compiled = new WeakMap<Schema, CompiledSchema>()

/** What Kubernetes says of a custom resource that its schema does not allow, in its words and order. */
export function validate(
  value: JsonValue,
  schema: Schema,
  options: ValidateOptions = {},
): readonly FieldError[] {
  let known = compiled.get(schema)
  if (known === undefined) {
    known = compileSchema(schema)
    compiled.set(schema, known)
  }
  return known.validate(value, options)
}
