import { ReeveError } from '@reeve/ground'
import { isObject, type JsonValue } from '../../json/json-value.ts'
import type { ApiObject } from '../../resources/api-object.ts'
import type { LabelSelector } from '../../selectors/label-selector.ts'
import { labelSelectorOf } from '../../selectors/match-label-selector.ts'
import { textOf } from '../configuration/json-parts.ts'

export interface ParamKind {
  readonly apiVersion: string
  readonly kind: string
}

/** The objects of a kind that policies take their parameters from. */
export interface ParamStore {
  readonly namespaced: boolean
  get(namespace: string, name: string): Promise<ApiObject | undefined>
  /** In the order of their names; `namespace` is '' for a kind that is in none. */
  list(namespace: string, selector: LabelSelector): Promise<readonly ApiObject[]>
}

/** A binding that does not fit its policy or finds no parameters. */
export class ParamError extends ReeveError {
  readonly code = 'PARAMS_NOT_FOUND'

  constructor(message: string) {
    super(message, { retryable: true })
  }
}

/** What a binding asks for. */
export interface ParamAsk {
  /** `spec.paramRef`. */
  readonly ref: JsonValue | undefined
  readonly paramKind: ParamKind | undefined
  readonly store: ParamStore | undefined
  /** Where the request is. */
  readonly namespace: string
}

/** The parameters that a policy is evaluated with, once each; one undefined where it has none. Throws a ParamError. */
export async function policyParams(ask: ParamAsk): Promise<readonly (ApiObject | undefined)[]> {
  const { ref, paramKind, store } = ask
  if (paramKind === undefined || !isObject(ref)) return [undefined]
  if (store === undefined) {
    throw new ParamError(`paramKind kind \`${paramKind.apiVersion}, Kind=${paramKind.kind}\` not known`)
  }
  const namespace = paramNamespace(ask, store, textOf(ref.namespace))
  const found = await paramsOf(store, namespace, ref)
  if (found.length === 0 && ref.parameterNotFoundAction === 'Deny') {
    throw new ParamError('no params found for policy binding with `Deny` parameterNotFoundAction')
  }
  return found
}

function paramNamespace({ namespace }: ParamAsk, store: ParamStore, given: string): string {
  if (!store.namespaced) {
    if (given === '') return ''
    throw new ParamError('paramRef.namespace must not be provided for a cluster-scoped `paramKind`')
  }
  if (given !== '') return given
  if (namespace !== '') return namespace
  throw new ParamError(
    'cannot use namespaced paramRef in policy binding that matches cluster-scoped resources',
  )
}

async function paramsOf(
  store: ParamStore,
  namespace: string,
  ref: { readonly [key: string]: JsonValue | undefined },
): Promise<readonly ApiObject[]> {
  const name = textOf(ref.name)
  if (name === '') {
    if (!isObject(ref.selector)) throw new ParamError('one of name or selector must be provided')
    return store.list(namespace, labelSelectorOf(ref.selector))
  }
  if (isObject(ref.selector))
    throw new ParamError('paramRef.name and paramRef.selector are mutually exclusive')
  const found = await store.get(namespace, name)
  return found === undefined ? [] : [found]
}
