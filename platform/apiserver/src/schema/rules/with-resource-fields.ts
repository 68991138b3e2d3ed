import type { Schema } from '../schema.ts'

const TEXT: Schema = { type: 'string' }
const META: Schema = { type: 'object', properties: { name: TEXT, generateName: TEXT } }

/** Rules see apiVersion, kind and the names of every resource, whether its schema has them or not. */
export function withResourceFields(schema: Schema): Schema {
  const { kind, apiVersion, metadata } = schema.properties ?? {}
  const { name, generateName } = metadata?.properties ?? {}
  const isComplete =
    metadata?.type === 'object' &&
    [kind, apiVersion, name, generateName].every((property) => property?.type === 'string')
  if (isComplete) return schema
  const { items: _, ...rest } = schema
  return { ...rest, properties: { ...schema.properties, kind: TEXT, apiVersion: TEXT, metadata: META } }
}
