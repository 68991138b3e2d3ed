import type { ApiObject } from '../resources/api-object.ts'
import type { Resource } from '../resources/resource.ts'
import { prune } from '../schema/prune.ts'
import { typeMismatch } from '../verbs/check-types.ts'

/** An object that a webhook has patched as its kind has it, defaults included. Throws an Error if its kind cannot hold it. */
export function decodePatched(object: ApiObject, resource: Resource): ApiObject {
  const schema = resource.custom || object.kind !== resource.kind ? undefined : resource.schema()
  if (schema === undefined) return object
  const wrong = typeMismatch(object, schema)
  if (wrong !== undefined) {
    const field = `Go struct field ${resource.kind}.${wrong.field}`
    throw new Error(`json: cannot unmarshal ${wrong.found} into ${field} of type ${wrong.wanted}`)
  }
  const { value } = prune(object, schema)
  return resource.strategy.complete?.(value as ApiObject) ?? (value as ApiObject)
}
