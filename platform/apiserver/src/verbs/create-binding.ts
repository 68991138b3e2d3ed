import { decodeSent } from '../builtin/pods/decode-sent.ts'
import { withCondition } from '../builtin/pods/with-condition.ts'
import { isList, isObject, type JsonObject } from '../json/json-value.ts'
import { quote } from '../json/quote.ts'
import { type ApiObject, metaOf, timestamp, withMeta } from '../resources/api-object.ts'
import type { ApiAnswer } from '../server/api-request.ts'
import { ApiError } from '../status/api-error.ts'
import { conflict, notFound } from '../status/api-errors.ts'
import { mutated, validated } from './admit.ts'
import { isDryRun, type RequestContext, subjectOf } from './request-context.ts'

const BINDING = { group: '', version: 'v1', kind: 'Binding', from: 'core' } as const
/** Labels of a binding that its pod takes over: where the node is. */
const PLACES = ['topology.kubernetes.io/zone', 'topology.kubernetes.io/region']

/** Gives a pod to a node, once. */
export async function createBinding(context: RequestContext): Promise<ApiAnswer> {
  const { services, resource, namespace, name } = context
  const sent = decodeSent(context, BINDING)
  const admitted = await mutated(context, { object: sent.object, old: undefined })
  const binding = admitted.object ?? sent.object
  const node = nodeOf(binding)
  const warnings = [...sent.warnings, ...admitted.warnings]
  warnings.push(...(await validated(context, { object: binding, old: undefined })))
  for (;;) {
    const pod = await services.store.get(resource, namespace, name)
    if (pod === undefined) throw notFound(subjectOf(context))
    checkPreconditions(context, binding, pod)
    const bound = boundTo(pod, { node, binding, now: timestamp(services.clock.now()) })
    if (isDryRun(context) || (await services.store.replace(resource, bound)) !== undefined) break
  }
  const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 }
  return { type: 'object', status: 201, object: status, warnings }
}

function nodeOf({ target }: ApiObject): string {
  const { kind = '', name = '' } = isObject(target) ? target : {}
  const wrong = [
    ...(kind === '' || kind === 'Node'
      ? []
      : [`target.kind: Unsupported value: ${quote(String(kind))}: supported values: "Node", "<empty>"`]),
    ...(name === '' ? ['target.name: Required value'] : []),
  ]
  if (wrong.length > 0)
    throw new ApiError(wrong.length === 1 ? (wrong[0] ?? '') : `[${wrong.join(', ')}]`, { code: 500 })
  return String(name)
}

function boundTo(
  pod: ApiObject,
  { node, binding, now }: { readonly node: string; readonly binding: ApiObject; readonly now: string },
): ApiObject {
  const { name, annotations, labels, deletionTimestamp } = pod.metadata
  const spec: JsonObject = isObject(pod.spec) ? pod.spec : {}
  const refused = (why: string): ApiError => conflict({ group: '', kind: 'pods/binding', name }, why)
  if (deletionTimestamp !== undefined)
    throw refused(`pod ${name} is being deleted, cannot be assigned to a host`)
  if (typeof spec.nodeName === 'string' && spec.nodeName !== '')
    throw refused(`pod ${name} is already assigned to node ${quote(spec.nodeName)}`)
  if (isList(spec.schedulingGates) && spec.schedulingGates.length > 0)
    throw refused(`pod ${name} has non-empty .spec.schedulingGates`)
  const given = metaOf(binding)
  const noted = isObject(given.annotations) ? given.annotations : {}
  const places = Object.entries(given.labels ?? {}).filter(([label]) => PLACES.includes(label))
  const marked = withMeta(pod, {
    ...(Object.keys(noted).length > 0 && { annotations: { ...annotations, ...noted } }),
    ...(places.length > 0 && { labels: { ...labels, ...Object.fromEntries(places) } }),
  })
  return withCondition(
    { ...marked, spec: { ...spec, nodeName: node } } as ApiObject,
    { type: 'PodScheduled', status: 'True' },
    now,
  )
}

function checkPreconditions(context: RequestContext, binding: ApiObject, pod: ApiObject): void {
  const { namespace, name } = context
  const { uid = '', resourceVersion = '' } = metaOf(binding)
  const failed = (what: string, wanted: unknown, found: unknown): ApiError => {
    const why = `Precondition failed: ${what} in precondition: ${wanted}, ${what} in object meta: ${found}`
    const where = `Key: /registry/pods/${namespace}/${name}, ResourceVersion: 0`
    return conflict(
      subjectOf(context),
      `StorageError: invalid object, Code: 4, ${where}, AdditionalErrorMsg: ${why}`,
    )
  }
  if (uid !== '' && uid !== pod.metadata.uid) throw failed('UID', uid, pod.metadata.uid)
  if (resourceVersion !== '' && resourceVersion !== pod.metadata.resourceVersion)
    throw failed('ResourceVersion', resourceVersion, pod.metadata.resourceVersion)
}
