import { isObject, type JsonObject, type JsonValue } from '../../json/json-value.ts'
import { quote } from '../../json/quote.ts'
import type { ApiObject } from '../../resources/api-object.ts'
import { badRequest, conflict, notFound } from '../../status/api-errors.ts'
import type { LookedUp, LookUp } from './look-up.ts'
import { type BoundTo, refOf } from './token-claims.ts'

interface Account {
  readonly namespace: string
  readonly name: string
}

/** What a token is to die with, as a TokenRequest's `boundObjectRef` says; throws an ApiError if that cannot be. */
export async function bindToken(
  ref: JsonValue | undefined,
  account: Account,
  lookUp: LookUp,
): Promise<BoundTo | undefined> {
  if (!isObject(ref)) return undefined
  const [apiVersion, kind, name] = [textOf(ref.apiVersion), textOf(ref.kind), textOf(ref.name)]
  const found = async (resource: LookedUp, namespace: string): Promise<ApiObject> => {
    const object = await lookUp(resource, namespace, name)
    if (object === undefined) throw notFound({ group: '', kind: resource, name })
    return object
  }
  switch (apiVersion.includes('/') ? '' : kind) {
    case 'Pod':
      return boundToPod(await found('pods', account.namespace), ref, { account, lookUp })
    case 'Node':
      return { kind: 'Node', node: refOf(checked(await found('nodes', ''), ref).metadata) }
    case 'Secret':
      return {
        kind: 'Secret',
        secret: refOf(checked(await found('secrets', account.namespace), ref).metadata),
      }
    default:
      throw badRequest(`cannot bind token to object of type ${typeOf(apiVersion)}, Kind=${kind}`)
  }
}

async function boundToPod(
  pod: ApiObject,
  ref: JsonObject,
  { account, lookUp }: { readonly account: Account; readonly lookUp: LookUp },
): Promise<BoundTo> {
  const spec: JsonObject = isObject(pod.spec) ? pod.spec : {}
  if (spec.serviceAccountName !== account.name) {
    throw badRequest(
      `cannot bind token for serviceaccount ${quote(account.name)} to pod running with different serviceaccount name.`,
    )
  }
  checked(pod, ref)
  const bound = { kind: 'Pod', pod: refOf(pod.metadata) } as const
  const nodeName = textOf(spec.nodeName)
  if (nodeName === '') return bound
  const node = await lookUp('nodes', '', nodeName)
  return { ...bound, node: node === undefined ? { name: nodeName } : refOf(node.metadata) }
}

/** The same object, if it is the one that was meant. */
function checked(object: ApiObject, { uid, kind }: JsonObject): ApiObject {
  if (typeof uid !== 'string' || uid === '' || uid === object.metadata.uid) return object
  const why = `the UID in the bound object reference (${uid}) does not match the UID in record. The object might have been deleted and then recreated`
  throw conflict({ group: '', kind: textOf(kind), name: object.metadata.name }, why)
}

/** `/v1` or `apps/v1`, as Go shows it. */
function typeOf(apiVersion: string): string {
  return apiVersion.includes('/') ? apiVersion : `/${apiVersion}`
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}
