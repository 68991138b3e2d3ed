import { JsonSyntaxError } from '../json/json-syntax-error.ts'
import { isObject, type JsonObject, type JsonValue } from '../json/json-value.ts'
import { applyJsonPatch } from '../patch/json-patch.ts'
import { applyMergePatch } from '../patch/merge-patch.ts'
import { applyStrategicMergePatch } from '../patch/strategic-merge-patch.ts'
import type { ApiAnswer } from '../server/api-request.ts'
import { ApiError } from '../status/api-error.ts'
import { badRequest, invalid, unsupportedMediaType } from '../status/api-errors.ts'
import { applyObject } from './apply-object.ts'
import { checkIdentity } from './check-identity.ts'
import { mediaTypeOf, readDocument } from './decode-body.ts'
import type { RequestContext } from './request-context.ts'
import { changeObject } from './update-object.ts'

const JSON_PATCH = 'application/json-patch+json'
const MERGE_PATCH = 'application/merge-patch+json'
const STRATEGIC = 'application/strategic-merge-patch+json'
const APPLY = 'application/apply-patch+yaml'

export async function patchObject(context: RequestContext): Promise<ApiAnswer> {
  const type = patchTypeOf(context)
  if (type === APPLY) return applyObject(context)
  checkForce(context)
  // That the object is not there is told before what is wrong with the patch.
  let patch: ReturnType<typeof readPatch> | undefined
  const result = await changeObject(context, {
    make: (old) => {
      patch ??= readPatch(context)
      return checkIdentity(context, patched(context, type, old, patch.value))
    },
  })
  const warnings = patch?.warnings ?? []
  return { type: 'object', status: 200, object: result.object, warnings: [...warnings, ...result.warnings] }
}

/** The media type of a patch, if it is one that the kind takes. */
export function patchTypeOf(context: RequestContext): string {
  const type = mediaTypeOf(context)
  const accepted = [JSON_PATCH, MERGE_PATCH, ...(context.resource.custom ? [] : [STRATEGIC]), APPLY]
  if (!accepted.includes(type)) throw unsupportedMediaType(type, accepted)
  return type
}

/** The patch in a request's body, whatever its media type. */
export function readPatch(context: RequestContext): ReturnType<typeof readDocument> {
  try {
    return readDocument(context, false)
  } catch (error) {
    const unreadable = error instanceof ApiError && error.cause instanceof JsonSyntaxError
    throw unreadable ? badRequest(`error decoding patch: ${error.message}`, error) : error
  }
}

/** What a patch of this media type makes of an object. */
export function patched(
  { resource }: Pick<RequestContext, 'resource'>,
  type: string,
  old: JsonObject,
  patch: JsonValue,
): JsonObject {
  const result =
    type === JSON_PATCH
      ? applyJsonPatch(old, patch)
      : type === MERGE_PATCH
        ? applyMergePatch(old, patch)
        : applyStrategicMergePatch(old, patch, resource.schema() ?? {})
  if (!isObject(result)) throw badRequest('the patch makes no object')
  return result
}

function checkForce({ request }: RequestContext): void {
  if (request.query.get('force') === null) return
  throw invalid({ group: 'meta.k8s.io', kind: 'PatchOptions', name: '' }, [
    { field: 'force', type: 'FieldValueForbidden', detail: 'may not be specified for non-apply patch' },
  ])
}
