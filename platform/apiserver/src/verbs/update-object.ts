import { keepTimes } from '../apply/keep-times.ts'
import { isSame, type JsonObject, type JsonValue } from '../json/json-value.ts'
import { type ApiObject, metaOf, withMeta } from '../resources/api-object.ts'
import type { ApiAnswer } from '../server/api-request.ts'
import { conflict, invalid, MODIFIED, notFound } from '../status/api-errors.ts'
import { mutated, validated } from './admit.ts'
import { checkEscalation } from './check-escalation.ts'
import { checkIdentity } from './check-identity.ts'
import { checkObject, type ShapedObject, shapeObject } from './check-shape.ts'
import { storeNew } from './create-object.ts'
import { decodeBody, leniently } from './decode-body.ts'
import { deduplicated } from './deduplicate-owners.ts'
import {
  hasStatus,
  isApply,
  isDryRun,
  kindSubjectOf,
  type RequestContext,
  subjectOf,
} from './request-context.ts'
import { trackUpdate } from './track-fields.ts'

/** How a change is made to what is there. May be asked again with a newer object. */
export interface Change {
  /** The object as wanted, from the one that is there; not yet checked. */
  readonly make: (old: ApiObject) => ApiObject | Promise<ApiObject>
  /** Takes ownership of fields as the request's verb does. */
  readonly track?: (context: RequestContext, object: ApiObject, old: ApiObject) => ApiObject
}

export async function updateObject(context: RequestContext): Promise<ApiAnswer> {
  const { value, warnings } = decodeBody(context)
  const object = checkIdentity(context, value)
  const { resource } = context
  if (!resource.unconditional && !object.metadata.resourceVersion) {
    shapeObject(context, object) // what a strict request is refused for comes first
    const detail = 'must be specified for an update'
    const error = {
      field: 'metadata.resourceVersion',
      type: 'FieldValueInvalid',
      value: '0x0',
      detail,
    } as const
    throw invalid(kindSubjectOf(resource, context.name), [error])
  }
  if (
    resource.createdByUpdate &&
    !(await context.services.store.get(resource, context.namespace, context.name))
  ) {
    const made = shapeObject(context, object)
    const stored = await storeNew(context, made.object)
    const told = [...warnings, ...made.warnings, ...stored.warnings]
    return { type: 'object', status: 201, object: stored.object, warnings: told }
  }
  const result = await changeObject(context, { make: () => object })
  return { type: 'object', status: 200, object: result.object, warnings: [...warnings, ...result.warnings] }
}

/** Changes what is there, again and again until nobody comes between; a request that names a version has one try. */
export async function changeObject(context: RequestContext, change: Change): Promise<ShapedObject> {
  const { services, resource, namespace, name } = context
  for (;;) {
    const old = await services.store.get(resource, namespace, name)
    if (old === undefined) throw notFound(subjectOf(context))
    const wanted = await change.make(old)
    const version = metaOf(wanted).resourceVersion
    if ((version === undefined || version === '') && !resource.unconditional && !isApply(context)) {
      const [field, detail] = ['metadata.resourceVersion', 'must be specified for an update']
      throw invalid(subjectOf(context), [{ field, type: 'FieldValueInvalid', value: '0', detail }])
    }
    if (version !== undefined && version !== '' && version !== old.metadata.resourceVersion) {
      throw conflict(subjectOf(context), MODIFIED)
    }
    checkUid(context, wanted, old)
    const admitted = await admittedChange(context, wanted, { old, track: change.track ?? trackUpdate })
    const object = keepTimes(old, generated(context, admitted.object, old)) as ApiObject
    checkEscalation(context, object, old)
    const told = await checkObject(context, object, old)
    const warnings = [...admitted.warnings, ...told, ...(await validated(context, { object, old }))]
    if (isSame(object, old)) return { object, warnings }
    if (isDryRun(context)) return { object: await services.store.tried(resource, object), warnings }
    if (isGoneWith(object)) {
      const revision = await services.store.remove(resource, old)
      if (revision !== undefined)
        return { object: withMeta(object, { resourceVersion: String(revision) }), warnings }
      continue
    }
    const stored = await services.store.replace(resource, object)
    if (stored !== undefined) return { object: stored, warnings }
  }
}

/** The object in its shape, with its owners, and as those who may change it want it. */
async function admittedChange(
  context: RequestContext,
  wanted: ApiObject,
  { old, track }: { readonly old: ApiObject; readonly track: NonNullable<Change['track']> },
): Promise<ShapedObject> {
  const shaped = shapeObject(context, settled(context, wanted, old))
  const clean = deduplicated(shaped.object)
  const tracked = track(context, clean.object, old)
  const { object: changed = tracked, warnings } = await mutated(context, { object: tracked, old })
  const told = [...shaped.warnings, ...clean.warnings, ...warnings]
  if (changed === tracked) return { object: tracked, warnings: told }
  const again = shapeObject(leniently(context), settled(context, changed, old))
  return { object: again.object, warnings: told }
}

/** What no update changes stays as it was; each subresource leaves the rest alone. */
function settled({ resource, subresource }: RequestContext, wanted: ApiObject, old: ApiObject): ApiObject {
  const given = metaOf(wanted)
  const kept = {
    name: old.metadata.name,
    namespace: old.metadata.namespace,
    uid: old.metadata.uid,
    creationTimestamp: given.creationTimestamp ?? old.metadata.creationTimestamp,
    deletionTimestamp: given.deletionTimestamp ?? old.metadata.deletionTimestamp,
    deletionGracePeriodSeconds: given.deletionGracePeriodSeconds ?? old.metadata.deletionGracePeriodSeconds,
    generation: old.metadata.generation,
    resourceVersion: old.metadata.resourceVersion,
    selfLink: undefined,
  }
  if (subresource !== '' && resource.strategy.prepareSubresource === undefined) {
    const { managedFields } = metaOf(wanted)
    return withMeta({ ...old, [subresource]: wanted[subresource] } as ApiObject, { managedFields })
  }
  const object = withMeta(wanted, kept)
  if (subresource !== '') return resource.strategy.prepareSubresource?.(object, old, subresource) ?? object
  const own = hasStatus(resource) ? withMember(object, 'status', old.status) : object
  return resource.strategy.prepareUpdate?.(own, old) ?? own
}

function withMember(object: ApiObject, name: string, value: JsonValue | undefined): ApiObject {
  const { [name]: _, ...rest } = object
  return (value === undefined ? rest : { ...rest, [name]: value }) as ApiObject
}

function generated({ resource }: RequestContext, object: ApiObject, old: ApiObject): ApiObject {
  return withMeta(object, { generation: resource.nextGeneration(old, object) })
}

function checkUid(context: RequestContext, wanted: ApiObject, old: ApiObject): void {
  const { uid } = metaOf(wanted)
  if (uid === undefined || uid === '' || uid === old.metadata.uid) return
  const why = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${old.metadata.uid}`
  throw conflict(subjectOf(context), why)
}

/** Whether an object that is being deleted has nothing left that holds it. */
function isGoneWith({ metadata, spec }: ApiObject): boolean {
  const held = (spec as JsonObject | undefined)?.finalizers
  const inSpec = Array.isArray(held) && held.length > 0
  const { deletionTimestamp, deletionGracePeriodSeconds: grace = 0, finalizers = [] } = metadata
  return deletionTimestamp !== undefined && grace === 0 && finalizers.length === 0 && !inSpec
}
