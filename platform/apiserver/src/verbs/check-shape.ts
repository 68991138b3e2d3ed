import { OBJECT_META } from '../apply/object-meta-schema.ts'
import type { ApiObject } from '../resources/api-object.ts'
import type { Resource } from '../resources/resource.ts'
import { type CompiledSchema, compileSchema } from '../schema/compile-schema.ts'
import { prune, unknownField } from '../schema/prune.ts'
import type { Schema } from '../schema/schema.ts'
import { malformedEmbedded } from '../schema/validation/malformed-embedded.ts'
import { badRequest, invalid } from '../status/api-errors.ts'
import { bodyOf } from '../status/field-error.ts'
import { typeMismatch } from './check-types.ts'
import { strictly } from './decode-body.ts'
import { kindSubjectOf, type RequestContext } from './request-context.ts'

/** Compiling costs more than checking; a schema is the same object as long as its definition is. */
const compiled = new WeakMap<Schema, CompiledSchema>()

export interface ShapedObject {
  readonly object: ApiObject
  readonly warnings: readonly string[]
}

/** The object without what its kind does not know, with its defaults; refused if its kind cannot hold it at all. */
export function shapeObject(context: RequestContext, object: ApiObject): ShapedObject {
  const { resource } = context
  const schema = resource.schema()
  if (schema === undefined) return { object, warnings: [] }
  checkTypes(
    resource,
    object,
    resource.custom ? { type: 'object', properties: { metadata: OBJECT_META } } : schema,
  )
  const { value, unknown } = prune(object, schema)
  const warnings = strictly(context, unknown.map(unknownField))
  if (!resource.custom) {
    return { object: resource.strategy.complete?.(value as ApiObject) ?? (value as ApiObject), warnings }
  }
  const malformed = malformedEmbedded(value, schema)
  if (malformed !== undefined) throw badRequest(`${malformed.field}: ${bodyOf(malformed)}`)
  return { object: compiledOf(schema).applyDefaults(value) as ApiObject, warnings }
}

/** Refuses an object that is not as its kind wants it; what is wrong already may stay so. */
export function checkObject(
  { resource }: RequestContext,
  object: ApiObject,
  old: ApiObject | undefined,
): void {
  const schema = resource.custom ? resource.schema() : undefined
  const errors = schema && compiledOf(schema).validate(object, old === undefined ? {} : { old })
  if (errors !== undefined && errors.length > 0)
    throw invalid(kindSubjectOf(resource, object.metadata.name), errors)
  resource.strategy.check?.(object, old)
}

/** What Go could not even read into its types is refused before anything else looks at it. */
function checkTypes({ kind, version }: Resource, object: ApiObject, schema: Schema): void {
  const wrong = typeMismatch(object, schema)
  if (wrong === undefined) return
  const where = `json: cannot unmarshal ${wrong.found} into Go struct field ${kind}.${wrong.field} of type ${wrong.wanted}`
  throw badRequest(`${kind} in version "${version}" cannot be handled as a ${kind}: ${where}`)
}

function compiledOf(schema: Schema): CompiledSchema {
  const known = compiled.get(schema) ?? compileSchema(schema)
  compiled.set(schema, known)
  return known
}
