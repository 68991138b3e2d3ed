import type { Guard } from '@reeve/ledger'
import { isObject, type JsonObject } from '../json/json-value.ts'
import { type ApiObject, timestamp, withMeta } from '../resources/api-object.ts'
import type { Resource } from '../resources/resource.ts'
import type { ApiAnswer } from '../server/api-request.ts'
import { alreadyExists, forbidden, notFound } from '../status/api-errors.ts'
import { keyOf } from '../storage/object-codec.ts'
import { mutated, validated } from './admit.ts'
import { checkEscalation } from './check-escalation.ts'
import { checkIdentity } from './check-identity.ts'
import { checkObject, type ShapedObject, shapeObject } from './check-shape.ts'
import { decodeBody, leniently } from './decode-body.ts'
import { deduplicated } from './deduplicate-owners.ts'
import { generateName, newUid } from './generate-name.ts'
import { hasStatus, isDryRun, type RequestContext, subjectOf } from './request-context.ts'
import { trackCreate } from './track-fields.ts'

/** Generated names may meet one that is there; another is tried a few times. */
const TRIES = 8

export async function createObject(context: RequestContext): Promise<ApiAnswer> {
  const { value, warnings } = decodeBody(context)
  const given = checkIdentity(context, value)
  const shaped = shapeObject(context, dropsStatus(context.resource) ? withoutStatus(given) : given)
  const stored = await storeNew(context, shaped.object)
  const told = [...warnings, ...shaped.warnings, ...stored.warnings]
  return { type: 'object', status: 201, object: stored.object, warnings: told }
}

/** Stores an object that is whole but for what the server sets. Also what an apply of something new ends with. */
export async function storeNew(
  context: RequestContext,
  given: ApiObject,
  track: (context: RequestContext, object: ApiObject) => ApiObject = trackCreate,
): Promise<ShapedObject> {
  const { resource, services } = context
  const clean = deduplicated(unborn(context, given))
  let guards = await (isDryRun(context) ? freshGuards : namespaceGuards)(context, clean.object)
  const admitted = await admittedNew(context, track(context, clean.object))
  for (let tries = 1; ; tries += 1) {
    const object = prepared(context, born(context, admitted.object))
    checkEscalation(context, object, undefined)
    const told = await checkObject(context, object, undefined)
    const refusals = await validated(context, { object, old: undefined })
    const warnings = [...clean.warnings, ...admitted.warnings, ...told, ...refusals]
    if (isDryRun(context)) return { object: await dryCreate(context, object), warnings }
    const stored = await services.store.create(resource, object, guards)
    if (stored !== undefined) return { object: stored, warnings }
    const { name, generateName: generated } = object.metadata
    const taken = await services.store.get(resource, object.metadata.namespace ?? '', name)
    if (taken !== undefined && (generated === undefined || tries === TRIES)) {
      const going = taken.metadata.deletionTimestamp !== undefined
      throw alreadyExists(subjectOf({ resource, name }), going ? 'object is being deleted: ' : '')
    }
    if (taken === undefined) guards = await freshGuards(context, object)
  }
}

/** The object as those who may change it want it, in the shape of its kind again. */
async function admittedNew(context: RequestContext, object: ApiObject): Promise<ShapedObject> {
  const { object: wanted = object, warnings } = await mutated(context, { object, old: undefined })
  if (wanted === object) return { object, warnings }
  const shaped = shapeObject(leniently(context), wanted).object
  return { object: dropsStatus(context.resource) ? withoutStatus(shaped) : shaped, warnings }
}

async function dryCreate({ services, resource }: RequestContext, object: ApiObject): Promise<ApiObject> {
  const { name, namespace = '' } = object.metadata
  if (await services.store.get(resource, namespace, name)) throw alreadyExists(subjectOf({ resource, name }))
  return services.store.tried(resource, object)
}

/** The object without what only the server may say of it. */
function unborn({ resource, namespace }: RequestContext, given: ApiObject): ApiObject {
  const object = withMeta(given, {
    namespace: resource.namespaced ? namespace : undefined,
    uid: undefined,
    creationTimestamp: undefined,
    deletionTimestamp: undefined,
    deletionGracePeriodSeconds: undefined,
    resourceVersion: undefined,
    selfLink: undefined,
  })
  return resource.custom && hasStatus(resource) ? withoutStatus(object) : object
}

/** The object with name, uid, time and generation of its own; that a name is missing is told with all else that is wrong. */
function born({ resource, services }: RequestContext, given: ApiObject): ApiObject {
  const { random, clock } = services
  const { name: own, generateName: base = '' } = given.metadata
  const name = own !== undefined && own !== '' ? own : base === '' ? '' : generateName(base, random)
  return withMeta(given, {
    name,
    uid: newUid(random),
    creationTimestamp: timestamp(clock.now()),
    generation: resource.firstGeneration,
  })
}

/** What the kind's rules add belongs to nobody: it comes after the account of who owns what. */
function prepared({ resource, services }: RequestContext, object: ApiObject): ApiObject {
  const now = timestamp(services.clock.now())
  const facts = {
    uid: String(object.metadata.uid),
    now,
    get suffix() {
      return generateName('', services.random) // few kinds ask for it
    },
  }
  return resource.strategy.prepareCreate?.(object, facts) ?? object
}

function dropsStatus(resource: Resource): boolean {
  return hasStatus(resource) && resource.strategy.bornWithStatus !== true
}

/** Where status is written apart, nothing begins with one. */
function withoutStatus({ status: _, ...object }: ApiObject): ApiObject {
  return object as ApiObject
}

/** The same from what is stored now: the namespace may have changed since it was last seen. */
function freshGuards(context: RequestContext, object: ApiObject): Promise<Guard[]> {
  const namespaces = context.services.registry.find({ group: '', version: 'v1' }, 'namespaces')
  if (namespaces !== undefined) context.services.store.forget(namespaces, context.namespace)
  return namespaceGuards(context, object)
}

/** Nothing is made in a namespace that is not there or is going: checked now, and once more as it is stored. */
async function namespaceGuards(
  { services, resource, namespace }: RequestContext,
  object: ApiObject,
): Promise<Guard[]> {
  const namespaces = services.registry.find({ group: '', version: 'v1' }, 'namespaces')
  if (!resource.namespaced || namespaces === undefined) return []
  const seen = await services.store.recent(namespaces, namespace)
  if (seen === undefined || isTerminating(seen)) services.store.forget(namespaces, namespace)
  const found =
    seen !== undefined && isTerminating(seen) ? await services.store.recent(namespaces, namespace) : seen
  if (found === undefined) throw notFound({ group: '', kind: 'namespaces', name: namespace })
  if (isTerminating(found)) {
    const message = `namespace ${namespace} is being terminated`
    const why = `unable to create new content in namespace ${namespace} because it is being terminated`
    throw forbidden(subjectOf({ resource, name: object.metadata.name }), why, [
      { reason: 'NamespaceTerminating', message, field: 'metadata.namespace' },
    ])
  }
  const key = keyOf(namespaces, '', namespace)
  return [{ on: 'modRevision', key, modRevision: Number(found.metadata.resourceVersion) }]
}

function isTerminating(namespace: ApiObject): boolean {
  const status: JsonObject = isObject(namespace.status) ? namespace.status : {}
  return namespace.metadata.deletionTimestamp !== undefined || status.phase === 'Terminating'
}
