import { CONDITIONS, OBSERVED_GENERATION } from './condition-schema.ts'
import { SchemaError } from './schema-error.ts'
import { isStandardSchema } from './standard-schema.ts'
import type { StructuralSchema } from './structural-schema.ts'
import { toStructural } from './to-structural.ts'

/** What one version of a kind holds. */
export interface VersionParts {
  readonly spec?: object | undefined
  readonly status?: object | undefined
  readonly conditions?: readonly string[] | undefined
  readonly description?: string | undefined
}

/** The schema of whole objects of one version. */
export function versionSchema(kind: string, parts: VersionParts): StructuralSchema {
  const { spec, status, conditions, description = `A ${kind}.` } = parts
  const properties = {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: { type: 'object' },
    ...(spec !== undefined && { spec: structuralOf(spec, 'spec') }),
    ...((status !== undefined || conditions !== undefined) && { status: statusSchema(status, conditions) }),
  } as const
  const needed = properties.spec !== undefined && (properties.spec.required ?? []).length > 0
  return { type: 'object', description, properties, ...(needed && { required: ['spec'] }) }
}

function statusSchema(
  status: object | undefined,
  conditions: readonly string[] | undefined,
): StructuralSchema {
  const own = status === undefined ? { type: 'object' as const } : structuralOf(status, 'status')
  if (conditions === undefined) return own
  const added = { observedGeneration: OBSERVED_GENERATION, conditions: CONDITIONS }
  return { ...own, properties: { ...added, ...own.properties } }
}

function structuralOf(source: object, path: string): StructuralSchema {
  const schema = toStructural(jsonSchemaOf(source, path), path)
  if (schema.type === 'object') return schema
  throw new SchemaError(path, 'it is no object', 'describe it with schema.object({…})')
}

/** TypeBox and our own are JSON Schema; others have to say theirs. */
function jsonSchemaOf(source: object, path: string): object {
  if (!isStandardSchema(source) || 'type' in source || 'properties' in source) return source
  const { jsonSchema, vendor } = source['~standard']
  if (jsonSchema !== undefined) return jsonSchema.input({ target: 'draft-07' })
  throw new SchemaError(
    path,
    `${vendor} does not tell its JSON Schema`,
    'use a library that does, or schema.object({…})',
  )
}
