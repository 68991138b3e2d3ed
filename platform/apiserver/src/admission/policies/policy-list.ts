import { isList, isObject, type JsonValue } from '../../json/json-value.ts'
import type { ApiObject } from '../../resources/api-object.ts'
import { textOf } from '../configuration/json-parts.ts'
import type { ConfigurationSource } from '../hook.ts'
import { criteriaOf, type MatchCriteria } from '../request-matcher.ts'
import { type CompiledPolicy, compilePolicy } from './compiled-policy.ts'

/** A ValidatingAdmissionPolicyBinding, read once. */
export interface CompiledBinding {
  readonly name: string
  readonly policyName: string
  /** Undefined where it narrows nothing. */
  readonly criteria: MatchCriteria | undefined
  readonly paramRef: JsonValue | undefined
  readonly actions: readonly JsonValue[]
}

export interface BoundPolicy {
  readonly policy: CompiledPolicy
  readonly bindings: readonly CompiledBinding[]
}

/** The policies that are bound, by name, with their bindings by name. */
export class PolicyList {
  readonly #policies: ConfigurationSource
  readonly #bindings: ConfigurationSource
  readonly #compiled = new WeakMap<ApiObject, CompiledPolicy>()
  #edition = ''
  #bound: readonly BoundPolicy[] = []

  constructor(policies: ConfigurationSource, bindings: ConfigurationSource) {
    this.#policies = policies
    this.#bindings = bindings
  }

  get bound(): readonly BoundPolicy[] {
    const edition = `${this.#policies.edition}/${this.#bindings.edition}`
    if (this.#edition !== edition) {
      const bindings = byName(this.#bindings.all()).map(bindingOf)
      this.#bound = byName(this.#policies.all()).flatMap((policy) => {
        const own = bindings.filter(({ policyName }) => policyName === policy.metadata.name)
        return own.length === 0 ? [] : [{ policy: this.#compile(policy), bindings: own }]
      })
      this.#edition = edition
    }
    return this.#bound
  }

  #compile(policy: ApiObject): CompiledPolicy {
    const known = this.#compiled.get(policy) ?? compilePolicy(policy)
    this.#compiled.set(policy, known)
    return known
  }
}

function byName(objects: Iterable<ApiObject>): readonly ApiObject[] {
  return [...objects].sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1))
}

function bindingOf({ metadata, spec }: ApiObject): CompiledBinding {
  const { policyName, matchResources, paramRef, validationActions } = isObject(spec) ? spec : {}
  return {
    name: metadata.name,
    policyName: textOf(policyName),
    criteria: isObject(matchResources)
      ? criteriaOf(matchResources, { rules: matchResources.resourceRules, everything: true })
      : undefined,
    paramRef,
    actions: isList(validationActions) ? validationActions : [],
  }
}
