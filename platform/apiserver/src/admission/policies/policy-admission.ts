import { messageOf } from '@reeve/ground'
import { DYN } from '../../cel/cel-type.ts'
import { celValue } from '../../cel/cel-value.ts'
import { formatJson } from '../../json/format-json.ts'
import type { JsonObject } from '../../json/json-value.ts'
import { type ApiObject, withMeta } from '../../resources/api-object.ts'
import type { Resource } from '../../resources/resource.ts'
import { notFound } from '../../status/api-errors.ts'
import type { Admission, Admitted, Admitting } from '../admission.ts'
import { askedKind, isExempt } from '../asked-kind.ts'
import type { ConfigurationSource } from '../hook.ts'
import { type AuthorizerValues, requestValues } from '../match-conditions.ts'
import { withWarnings } from '../refusal.ts'
import { namespaceOf, type RequestMatcher } from '../request-matcher.ts'
import { type ConvertObject, type VersionedAsk, versionedAsk } from '../versioned-ask.ts'
import type { CompiledPolicy } from './compiled-policy.ts'
import { evaluatePolicy, type Objection, type PolicyOutcome } from './evaluate-policy.ts'
import { type BoundPolicy, type CompiledBinding, PolicyList } from './policy-list.ts'
import { type ParamKind, type ParamStore, policyParams } from './policy-params.ts'
import { type PolicyDenial, policyRefusal } from './policy-refusal.ts'

export interface PolicyAdmissionOptions {
  /** ValidatingAdmissionPolicies. */
  readonly policies: ConfigurationSource
  /** ValidatingAdmissionPolicyBindings. */
  readonly bindings: ConfigurationSource
  readonly matcher: RequestMatcher
  readonly convert: ConvertObject
  /** The namespace of that name, as it is stored. */
  readonly namespaceOf: (name: string) => Promise<ApiObject | undefined> | ApiObject | undefined
  /** Where parameters of a kind come from; undefined if it is not served. */
  readonly params: (kind: ParamKind) => ParamStore | undefined
  /** What `authorizer` is in expressions. */
  readonly authorizer?: AuthorizerValues
  /** Hears what is to be noted beside the request. */
  readonly audit?: (ask: Admitting, key: string, value: string) => void
}

/** Holds writes against ValidatingAdmissionPolicies. */
export class PolicyAdmission implements Admission {
  readonly #options: PolicyAdmissionOptions
  readonly #list: PolicyList

  constructor(options: PolicyAdmissionOptions) {
    this.#options = options
    this.#list = new PolicyList(options.policies, options.bindings)
  }

  async mutate({ object }: Admitting): Promise<Admitted<ApiObject | undefined>> {
    return { object, warnings: [] }
  }

  async validate(ask: Admitting): Promise<Admitted<undefined>> {
    const { bound } = this.#list
    const run: PolicyRun = { ask, warnings: [], denials: [] }
    if (bound.length > 0 && !isExempt(askedKind(ask.resource, ask.subresource))) {
      for (const one of bound) await this.#hold(run, one)
    }
    const [first] = run.denials
    if (first !== undefined) throw withWarnings(policyRefusal(ask, first), run.warnings)
    return { object: undefined, warnings: run.warnings }
  }

  async #hold(run: PolicyRun, { policy, bindings }: BoundPolicy): Promise<void> {
    const resource = await this.#matched(run, policy)
    if (resource === undefined) return
    const { paramKind } = policy
    const store = paramKind && this.#options.params(paramKind)
    if (paramKind !== undefined && store === undefined) {
      const gvk = `${paramKind.apiVersion.includes('/') ? '' : '/'}${paramKind.apiVersion}, Kind=${paramKind.kind}`
      return misconfigured(run, { policy }, `failed to find resource referenced by paramKind: '${gvk}'`)
    }
    const notes = new Map<string, Set<string>>()
    for (const binding of bindings) await this.#bind(run, { policy, binding, resource, store, notes })
    for (const [key, values] of notes)
      this.#options.audit?.(run.ask, `${policy.name}/${key}`, [...values].join(', '))
  }

  async #matched(run: PolicyRun, policy: CompiledPolicy): Promise<Resource | undefined> {
    try {
      if (policy.criteria === undefined)
        throw new Error('policy contained no match constraints, a required field')
      return await this.#options.matcher.match(run.ask, policy.criteria)
    } catch (error) {
      misconfigured(run, { policy }, messageOf(error))
      return undefined
    }
  }

  async #bind(run: PolicyRun, bound: Bound): Promise<void> {
    const { policy, binding, store } = bound
    const { matcher } = this.#options
    let params: readonly (ApiObject | undefined)[]
    let asked: VersionedAsk
    try {
      if (binding.criteria !== undefined && !(await matcher.match(run.ask, binding.criteria))) return
      const { paramKind } = policy
      params = await policyParams({
        ref: binding.paramRef,
        paramKind,
        store,
        namespace: namespaceOf(run.ask),
      })
      if (params.length === 0) return
      asked = await this.#inVersion(run.ask, bound.resource)
    } catch (error) {
      return misconfigured(run, bound, messageOf(error))
    }
    const namespace = await this.#namespace(run.ask)
    const common = {
      ...requestValues(asked, this.#options.authorizer),
      namespaceObject: celValue(namespace, DYN),
    }
    for (const param of params) {
      const outcome = evaluatePolicy(policy, { ...common, params: celValue(param ?? null, DYN) })
      this.#take(run, bound, outcome)
    }
  }

  async #inVersion(ask: Admitting, resource: Resource): Promise<VersionedAsk> {
    try {
      return await versionedAsk(ask, resource, this.#options.convert)
    } catch (cause) {
      throw new Error(`failed to convert object version: ${messageOf(cause)}`, { cause })
    }
  }

  /** The namespace of the request as expressions see it. */
  async #namespace(ask: Admitting): Promise<JsonObject | null> {
    const { group, kind } = askedKind(ask.resource, ask.subresource)
    if (ask.namespace === '' || (group === '' && kind === 'Namespace')) return null
    const found = await this.#options.namespaceOf(ask.namespace)
    if (found === undefined) throw notFound({ group: '', kind: 'namespaces', name: ask.namespace })
    const {
      metadata,
      spec = {},
      status = {},
    } = withMeta(found, { managedFields: undefined, ownerReferences: undefined })
    return { metadata, spec, status }
  }

  #take(run: PolicyRun, bound: Bound, { objections, annotations, failures }: PolicyOutcome): void {
    const { policy, binding, notes } = bound
    for (const objection of objections) {
      for (const action of binding.actions) {
        if (action === 'Deny') run.denials.push({ ...objection, policy: policy.name, binding: binding.name })
        if (action === 'Audit') this.#note(run.ask, bound, objection)
        if (action === 'Warn') {
          const about = `ValidatingAdmissionPolicy '${policy.name}' with binding '${binding.name}'`
          run.warnings.push(`Validation failed for ${about}: ${objection.message}`)
        }
      }
    }
    for (const { key, value } of annotations) {
      notes.set(key, (notes.get(key) ?? new Set()).add(value.slice(0, LONGEST_NOTE)))
    }
    for (const message of failures) {
      run.denials.push({ message, reason: '', policy: policy.name, binding: binding.name })
    }
  }

  #note(ask: Admitting, { policy, binding }: Bound, { index, message }: Objection): void {
    const validationActions = binding.actions
    const value = [
      { message, policy: policy.name, binding: binding.name, expressionIndex: index, validationActions },
    ]
    this.#options.audit?.(ask, 'validation.policy.admission.k8s.io/validation_failure', formatJson(value))
  }
}

const LONGEST_NOTE = 10 * 1024

/** A policy as one binding uses it on one request. */
interface Bound {
  readonly policy: CompiledPolicy
  readonly binding: CompiledBinding
  readonly resource: Resource
  readonly store: ParamStore | undefined
  readonly notes: Map<string, Set<string>>
}

interface PolicyRun {
  readonly ask: Admitting
  readonly warnings: string[]
  readonly denials: PolicyDenial[]
}

/** What cannot be evaluated refuses, unless the policy says that failures are to be ignored. */
function misconfigured(
  { denials }: PolicyRun,
  { policy, binding }: { readonly policy: CompiledPolicy; readonly binding?: CompiledBinding },
  why: string,
): void {
  if (policy.ignoresFailure) return
  const what = binding === undefined ? 'policy' : 'binding'
  const message = `failed to configure ${what}: ${why}`
  denials.push({ policy: policy.name, binding: binding?.name, message, reason: '' })
}
