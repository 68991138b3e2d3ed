import { isList, isObject, isSame, type JsonObject } from '../json/json-value.ts'
import { quote } from '../json/quote.ts'
import { type ApiObject, timestamp, withMeta } from '../resources/api-object.ts'
import { apiVersionOf, type Resource } from '../resources/resource.ts'
import type { ApiAnswer } from '../server/api-request.ts'
import { conflict, invalid, notFound } from '../status/api-errors.ts'
import { mutated, validated } from './admit.ts'
import { decodeOptions } from './decode-body.ts'
import { listFromOf } from './list-revision.ts'
import { isDryRun, kindSubjectOf, type RequestContext, subjectOf } from './request-context.ts'
import { selectionOf } from './selection.ts'

const POLICIES = ['', 'Foreground', 'Background', 'Orphan']

export async function deleteObject(context: RequestContext): Promise<ApiAnswer> {
  const { resource, name } = context
  const options = decodeOptions(context)
  checkPolicy(options)
  const dry = { ...context, dryRun: isDry(options) }
  const { object, gone, warnings } = await markDeleted(dry, options)
  if (!gone) return { type: 'object', status: 200, object, warnings }
  const details = {
    name,
    ...(resource.group !== '' && { group: resource.group }),
    kind: resource.resource,
    uid: object.metadata.uid,
  }
  const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details }
  return { type: 'object', status: 200, object: status as unknown as JsonObject, warnings }
}

export async function deleteCollection(context: RequestContext): Promise<ApiAnswer> {
  const { services, resource, namespace } = context
  const options = decodeOptions(context)
  checkPolicy(options)
  listFromOf(context.request.query)
  const selection = selectionOf(context)
  const { objects, revision } = await services.store.list(resource, { namespace })
  const deleted: ApiObject[] = []
  for (const object of objects.filter((candidate) => selection.matches(candidate))) {
    const { namespace: within = '', name } = object.metadata
    const one = { ...context, namespace: within, name, dryRun: isDry(options) }
    await markDeleted(one, options)
    deleted.push(object)
  }
  const metadata = { resourceVersion: String(revision), ...(resource.custom && { continue: '' }) }
  const list = { kind: resource.listKind, apiVersion: apiVersionOf(resource), metadata, items: deleted }
  return { type: 'object', status: 200, object: list }
}

/** Removes an object, or marks it as going where something still has to be done before. */
async function markDeleted(
  context: RequestContext,
  options: JsonObject,
): Promise<{ readonly object: ApiObject; readonly gone: boolean; readonly warnings: readonly string[] }> {
  const { services, resource, namespace, name } = context
  for (;;) {
    const old = await services.store.get(resource, namespace, name)
    if (old === undefined) throw notFound(subjectOf(context))
    checkPreconditions(context, options, old)
    resource.strategy.checkDelete?.(old)
    const warnings = await admittedDeletion(context, old, options)
    const finalizers = finalizersFor(context.resource, options, old)
    const grace = graceFor(resource, options, old)
    const held = finalizers.length > 0 || isHeldBySpec(old) || grace > 0
    if (isDryRun(context) && !held) return { object: old, gone: true, warnings }
    if (!held) {
      const revision = await services.store.remove(resource, old)
      if (revision !== undefined)
        return { object: withMeta(old, { resourceVersion: String(revision) }), gone: true, warnings }
      continue
    }
    const going = goingFrom(context, old, { finalizers, grace })
    if (going === old || isDryRun(context)) return { object: going, gone: false, warnings }
    const stored = await services.store.replace(resource, going)
    if (stored !== undefined) return { object: stored, gone: false, warnings }
  }
}

function isDry({ dryRun }: JsonObject): boolean {
  return isList(dryRun) && dryRun.includes('All')
}

async function admittedDeletion(
  context: RequestContext,
  old: ApiObject,
  options: JsonObject,
): Promise<readonly string[]> {
  const { warnings } = await mutated(context, { object: undefined, old, options })
  return [...warnings, ...(await validated(context, { object: undefined, old, options }))]
}

interface Going {
  readonly finalizers: readonly string[]
  readonly grace: number
}

/** How long the object still has: whoever asks again may shorten that, not lengthen it. */
function graceFor({ strategy }: Resource, { gracePeriodSeconds }: JsonObject, old: ApiObject): number {
  const asked = typeof gracePeriodSeconds === 'number' ? Math.max(0, gracePeriodSeconds) : undefined
  const { deletionTimestamp, deletionGracePeriodSeconds: left = 0 } = old.metadata
  if (deletionTimestamp !== undefined) return Math.min(left, asked ?? left)
  return strategy.graceSeconds?.(old, asked) ?? 0
}

function goingFrom(
  { resource, services }: RequestContext,
  old: ApiObject,
  { finalizers, grace }: Going,
): ApiObject {
  const ends = timestamp(services.clock.now() + grace * 1_000)
  const { deletionTimestamp, deletionGracePeriodSeconds: left = 0, generation = 0 } = old.metadata
  if (deletionTimestamp !== undefined) {
    const sooner = grace < left ? { deletionTimestamp: ends, deletionGracePeriodSeconds: grace } : {}
    const changed = withMeta(old, { ...sooner, ...(finalizers.length > 0 && { finalizers }) })
    return isSame(changed, old) ? old : changed
  }
  const object = withMeta(old, {
    deletionTimestamp: ends,
    deletionGracePeriodSeconds: grace,
    finalizers: finalizers.length > 0 ? finalizers : undefined,
    generation: generation > 0 ? generation + 1 : undefined,
  })
  return resource.strategy.prepareDelete?.(object) ?? object
}

/** Refuses what no deletion can be told; the query has been looked at, a body has not. */
function checkPolicy({ propagationPolicy: policy, dryRun }: JsonObject): void {
  const dry = isList(dryRun) ? dryRun.map(String) : []
  if (dry.some((value) => value !== 'All')) {
    const value = `[${dry.map((each) => JSON.stringify(each)).join(',')}]`
    const detail = 'supported values: "All"'
    throw invalid({ group: 'meta.k8s.io', kind: 'DeleteOptions', name: '' }, [
      { field: 'dryRun', type: 'FieldValueNotSupported', value, detail },
    ])
  }
  if (policy === undefined || policy === null || POLICIES.includes(String(policy))) return
  const detail = 'supported values: "Foreground", "Background", "Orphan", "nil"'
  throw invalid({ group: 'meta.k8s.io', kind: 'DeleteOptions', name: '' }, [
    { field: 'propagationPolicy', type: 'FieldValueNotSupported', value: quote(String(policy)), detail },
  ])
}

/** How dependants are dealt with is a finalizer that the garbage collector takes away. */
function finalizersFor({ strategy }: Resource, options: JsonObject, old: ApiObject): readonly string[] {
  const { metadata } = old
  const held = metadata.deletionTimestamp === undefined ? (strategy.holdBy ?? []) : []
  if (held.length > 0) return [...new Set([...(metadata.finalizers ?? []), ...held])]
  const own = (metadata.finalizers ?? []).filter((name) => name !== 'orphan' && name !== 'foregroundDeletion')
  switch (options.propagationPolicy) {
    case 'Orphan':
      return [...own, 'orphan']
    case 'Foreground':
      return [...own, 'foregroundDeletion']
    case 'Background':
      return own
    default:
      return metadata.finalizers ?? []
  }
}

function isHeldBySpec({ spec }: ApiObject): boolean {
  const finalizers = isObject(spec) ? spec.finalizers : undefined
  return Array.isArray(finalizers) && finalizers.length > 0
}

function checkPreconditions(
  { resource, name }: RequestContext,
  options: JsonObject,
  { metadata }: ApiObject,
): void {
  const { uid, resourceVersion } = isObject(options.preconditions) ? options.preconditions : {}
  const failed = (what: string, [wanted, found]: readonly unknown[], guess: string): Error =>
    conflict(
      kindSubjectOf(resource, name),
      `the ${what} in the precondition (${wanted}) does not match the ${what} in record (${found}). The object might have been ${guess}`,
    )
  if (uid !== undefined && uid !== null && uid !== metadata.uid)
    throw failed('UID', [uid, metadata.uid], 'deleted and then recreated')
  if (
    resourceVersion !== undefined &&
    resourceVersion !== null &&
    resourceVersion !== metadata.resourceVersion
  ) {
    throw failed('ResourceVersion', [resourceVersion, metadata.resourceVersion], 'modified')
  }
}
