import { type CompiledSchema, compileSchema } from './compile-schema.ts'
import type { Schema } from './schema.ts'

const compiled = new WeakMap<Schema, CompiledSchema>()

/** A schema made ready, once: compiling costs more than checking, and a schema is the same as long as its definition is. */
export function compiledOf(schema: Schema): CompiledSchema {
  const known = compiled.get(schema) ?? compileSchema(schema)
  compiled.set(schema, known)
  return known
}
