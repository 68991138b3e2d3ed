import { ADMIT_ALL } from '../admission/admission.ts'
import { LOOPBACK } from '../auth/user.ts'
import { decodeSent } from '../builtin/pods/decode-sent.ts'
import { takeDisruption } from '../builtin/pods/take-disruption.ts'
import { withCondition } from '../builtin/pods/with-condition.ts'
import { isList, isObject, type JsonObject } from '../json/json-value.ts'
import { type ApiObject, timestamp } from '../resources/api-object.ts'
import { matchLabelSelector } from '../selectors/match-label-selector.ts'
import type { ApiAnswer } from '../server/api-request.ts'
import { ApiError } from '../status/api-error.ts'
import { conflict, notFound } from '../status/api-errors.ts'
import { mutated, validated } from './admit.ts'
import { deleteObject } from './delete-object.ts'
import { isDryRun, type RequestContext, subjectOf } from './request-context.ts'

const EVICTION = {
  group: 'policy',
  version: 'v1',
  kind: 'Eviction',
  from: 'policy',
  also: ['policy/v1beta1'],
} as const
const BUDGETS = { group: 'policy', version: 'v1' }
/** What has not begun, has ended or is going anyway disturbs nobody. */
const HARMLESS = new Set(['Pending', 'Succeeded', 'Failed'])

/** Deletes a pod, if its disruption budget allows it. */
export async function createEviction(context: RequestContext): Promise<ApiAnswer> {
  const sent = decodeSent(context, EVICTION)
  const admitted = await mutated(context, { object: sent.object, old: undefined })
  const eviction = admitted.object ?? sent.object
  const warnings = [...sent.warnings, ...admitted.warnings]
  warnings.push(...(await validated(context, { object: eviction, old: undefined })))
  const pod = await found(context)
  const given = isObject(eviction.deleteOptions) ? eviction.deleteOptions : {}
  const options = isDryRun(context) ? { ...given, dryRun: ['All'] } : given
  const dry = isList(options.dryRun) && options.dryRun.includes('All')
  if (!isHarmless(pod)) await checkBudgets(context, pod, dry)
  if (!dry) await mark(context, options)
  await remove(context, options)
  const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 }
  return { type: 'object', status: 201, object: status, warnings }
}

async function found(context: RequestContext): Promise<ApiObject> {
  const { services, resource, namespace, name } = context
  const pod = await services.store.get(resource, namespace, name)
  if (pod === undefined) throw notFound(subjectOf(context))
  return pod
}

function isHarmless({ metadata, status }: ApiObject): boolean {
  const { phase } = isObject(status) ? status : {}
  return metadata.deletionTimestamp !== undefined || HARMLESS.has(String(phase))
}

async function checkBudgets(context: RequestContext, pod: ApiObject, dry: boolean): Promise<void> {
  const { services, namespace, request } = context
  const resource = services.registry.get(BUDGETS, 'poddisruptionbudgets')
  const { objects } = await services.store.list(resource, { namespace })
  const budgets = objects.filter(({ spec }) => {
    const { selector } = isObject(spec) ? spec : {}
    return matchLabelSelector(selector, pod.metadata.labels as JsonObject | undefined)
  })
  if (budgets.length > 1) {
    const why =
      'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.'
    throw new ApiError(why, { code: 500 })
  }
  const [budget] = budgets
  if (budget === undefined) return
  const asking: RequestContext = {
    ...context,
    resource,
    name: budget.metadata.name,
    subresource: 'status',
    user: LOOPBACK,
    dryRun: dry,
    request: { ...request, query: new URLSearchParams(), headers: { 'user-agent': 'kube-apiserver' } },
  }
  await takeDisruption(asking, { budget, pod })
}

/** Says in the pod why it goes, for whoever sees it go. */
async function mark(context: RequestContext, options: JsonObject): Promise<void> {
  const { services, resource } = context
  for (;;) {
    const pod = await found(context)
    checkPreconditions(pod, options)
    const marked = withCondition(
      pod,
      {
        type: 'DisruptionTarget',
        status: 'True',
        reason: 'EvictionByEvictionAPI',
        message: 'Eviction API: evicting',
      },
      timestamp(services.clock.now()),
    )
    if ((await services.store.replace(resource, marked)) !== undefined) return
  }
}

function checkPreconditions({ metadata }: ApiObject, { preconditions }: JsonObject): void {
  const { uid = '', resourceVersion = '' } = isObject(preconditions) ? preconditions : {}
  const failed = (what: string, wanted: unknown, there: unknown, rest: string): ApiError =>
    conflict(
      { group: '', kind: 'Pod', name: metadata.name },
      `the ${what} in the precondition (${wanted}) does not match the ${what} in record (${there}). The object might have been ${rest}`,
    )
  if (uid !== '' && uid !== metadata.uid) throw failed('UID', uid, metadata.uid, 'deleted and then recreated')
  if (resourceVersion !== '' && resourceVersion !== metadata.resourceVersion)
    throw failed('ResourceVersion', resourceVersion, metadata.resourceVersion, 'modified')
}

/** Whoever has a say has admitted the eviction: nobody is asked about the deletion. */
async function remove(context: RequestContext, { preconditions, ...options }: JsonObject): Promise<void> {
  const { services, request } = context
  const { uid } = isObject(preconditions) ? preconditions : {}
  const wanted = { ...options, ...(uid !== undefined && { preconditions: { uid } }) }
  await deleteObject({
    ...context,
    subresource: '',
    services: { ...services, tokens: services.tokens, admission: ADMIT_ALL },
    request: {
      ...request,
      headers: { ...request.headers, 'content-type': 'application/json' },
      body: new TextEncoder().encode(JSON.stringify({ ...wanted, kind: 'DeleteOptions', apiVersion: 'v1' })),
    },
  })
}
