import { OBJECT_META } from '../apply/object-meta-schema.ts'
import { formatJson } from '../json/format-json.ts'
import { quote } from '../json/quote.ts'
import { checkMetadata } from '../kinds/checks/check-metadata.ts'
import type { ApiObject } from '../resources/api-object.ts'
import type { Resource } from '../resources/resource.ts'
import { scaleErrors } from '../scale/scale-errors.ts'
import { compiledOf } from '../schema/compiled-of.ts'
import { hasRules } from '../schema/has-rules.ts'
import { prune, unknownField } from '../schema/prune.ts'
import type { Schema } from '../schema/schema.ts'
import { malformedEmbedded } from '../schema/validation/malformed-embedded.ts'
import { badRequest, invalid } from '../status/api-errors.ts'
import { bodyOf, type FieldError } from '../status/field-error.ts'
import { illegalBase64 } from './check-base64.ts'
import { typeMismatch } from './check-types.ts'
import { strictly } from './decode-body.ts'
import { isApply, kindSubjectOf, type RequestContext } from './request-context.ts'

const NO_RULES = { errors: [], warnings: [] }

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
    context,
    object,
    resource.custom ? { type: 'object', properties: { metadata: OBJECT_META } } : schema,
  )
  const { value, unknown } = prune(object, schema)
  // What an apply wants has been held to the types of its fields; nothing more is said of it.
  const warnings = isApply(context) ? [] : strictly(context, unknown.map(unknownField))
  if (!resource.custom) {
    return { object: resource.strategy.complete?.(value as ApiObject) ?? (value as ApiObject), warnings }
  }
  const malformed = malformedEmbedded(value, schema)
  if (malformed !== undefined) throw badRequest(`${malformed.field}: ${bodyOf(malformed)}`)
  const ready = compiledOf(schema)
  const whole = isApply(context) ? ready.fillDefaults(value) : ready.applyDefaults(value)
  return { object: whole as ApiObject, warnings }
}

/** Refuses an object that is not as its kind wants it; what is wrong already may stay so, and is only told. */
export async function checkObject(
  context: RequestContext,
  object: ApiObject,
  old: ApiObject | undefined,
): Promise<readonly string[]> {
  const { resource } = context
  const warnings = resource.custom ? await checkCustom(context, object, old) : []
  await resource.strategy.check?.(object, old, context.subresource)
  return warnings
}

async function checkCustom(
  { resource, subresource }: RequestContext,
  object: ApiObject,
  old: ApiObject | undefined,
): Promise<readonly string[]> {
  const schema = resource.schema() ?? {}
  const { scale } = resource
  const before = old === undefined ? {} : { old }
  const found = [
    ...metadataErrors(resource, object, old),
    ...compiledOf(schema).validate(object, before),
    ...(scale ? scaleErrors(object, scale.scaling, subresource === 'status' ? 'status' : 'all') : []),
  ]
  const { errors, warnings } = hasRules(schema)
    ? (await loadRules()).evaluateRules(schema, { object, ...before, found })
    : NO_RULES
  const wrong = [...found, ...errors]
  if (wrong.length > 0) throw invalid(kindSubjectOf(resource, object.metadata.name), wrong)
  return warnings
}

/** As the real server finds them: on an update some are found by several who look. */
function metadataErrors(
  { namespaced }: Resource,
  { metadata }: ApiObject,
  old: ApiObject | undefined,
): readonly FieldError[] {
  if (old === undefined) return checkMetadata(metadata, { namespaced, nameRule: 'subdomain' })
  const changed = checkMetadata(metadata, { namespaced }, old.metadata)
  return [...checkMetadata(metadata, { namespaced }), ...changed, ...changed]
}

/** The language of rules is loaded for the first schema that has any. */
function loadRules(): Promise<typeof import('../schema/rules/evaluate-rules.ts')> {
  return import('../schema/rules/evaluate-rules.ts')
}

/** What Go could not even read into its types is refused before anything else looks at it. */
function checkTypes({ resource, request }: RequestContext, object: ApiObject, schema: Schema): void {
  const wrong = typeMismatch(object, schema)
  const illegal = resource.custom || wrong !== undefined ? undefined : illegalBase64(object, schema)
  const { kind, version } = resource
  const why =
    wrong === undefined
      ? illegal
      : `json: cannot unmarshal ${wrong.found} into Go struct field ${kind}.${wrong.field} of type ${wrong.wanted}`
  if (why === undefined) return
  if (request.method !== 'PATCH')
    throw badRequest(`${kind} in version "${version}" cannot be handled as a ${kind}: ${why}`)
  const value = quote(formatJson(object, { sorted: true }))
  const error = { field: 'patch', type: 'FieldValueInvalid', value, detail: why } as const
  throw invalid({ group: '', kind: '', name: '' }, [error])
}
