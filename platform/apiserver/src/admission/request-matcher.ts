import { messageOf } from '@reeve/ground'
import { isList, isObject, type JsonObject, type JsonValue } from '../json/json-value.ts'
import { type ApiObject, metaOf } from '../resources/api-object.ts'
import type { Resource } from '../resources/resource.ts'
import type { LabelSelector } from '../selectors/label-selector.ts'
import { labelSelectorOf } from '../selectors/match-label-selector.ts'
import { notFound } from '../status/api-errors.ts'
import type { Admitting } from './admission.ts'
import { internalError } from './internal-error.ts'
import { matchesRule } from './matches-rule.ts'

/** Which requests a webhook, a policy or a binding is about. */
export interface MatchCriteria {
  readonly rules: readonly JsonObject[]
  /** Requests that are left out whatever the rules say. */
  readonly excludeRules: readonly JsonObject[]
  /** Whether no rules at all mean every request. */
  readonly everything: boolean
  /** Whether rules for other versions of the same resource count. */
  readonly equivalent: boolean
  /** Undefined matches everything, as an empty one does. */
  readonly namespaceSelector: LabelSelector | undefined
  readonly objectSelector: LabelSelector | undefined
  /** Why a selector cannot be read, which fails the requests that the rules are about. */
  readonly wrong: string | undefined
}

export interface RequestMatcherOptions {
  /** The namespace of that name, as it is stored. */
  readonly namespaceOf: (name: string) => Promise<ApiObject | undefined> | ApiObject | undefined
  /** The same resource in its other versions, in the order in which they are tried. */
  readonly otherVersions: (resource: Resource) => readonly Resource[]
}

/** Decides which requests webhooks and policies are about. */
export class RequestMatcher {
  readonly #options: RequestMatcherOptions

  constructor(options: RequestMatcherOptions) {
    this.#options = options
  }

  /** The version of the resource that the criteria name, or undefined if they are not about the request. Throws an ApiError 404 for a namespace that is not there. */
  async match(ask: Admitting, criteria: MatchCriteria): Promise<Resource | undefined> {
    const { namespaceSelector, objectSelector } = criteria
    if (objectSelector?.isEmpty === false && !matchesObject(ask, objectSelector)) return undefined
    if (this.#byRules(ask, criteria.excludeRules, criteria) !== undefined) return undefined
    const all = criteria.everything && criteria.rules.length === 0
    const found = all ? ask.resource : this.#byRules(ask, criteria.rules, criteria)
    if (found === undefined) return undefined
    if (criteria.wrong !== undefined) throw internalError(criteria.wrong)
    if (namespaceSelector === undefined || namespaceSelector.isEmpty) return found
    return (await this.#inNamespace(ask, namespaceSelector)) ? found : undefined
  }

  #byRules(
    ask: Admitting,
    rules: readonly JsonObject[],
    { equivalent }: MatchCriteria,
  ): Resource | undefined {
    if (rules.length === 0) return undefined
    const namespace = namespaceOf(ask)
    const about = (rule: JsonObject, resource: Resource): boolean =>
      matchesRule(rule, { ...ask, resource, namespace }) && matchesName(rule.resourceNames, askedName(ask))
    if (rules.some((rule) => about(rule, ask.resource))) return ask.resource
    if (!equivalent) return undefined
    const others = this.#options.otherVersions(ask.resource)
    for (const rule of rules) {
      const other = others.find((resource) => about(rule, resource))
      if (other !== undefined) return other
    }
    return undefined
  }

  async #inNamespace(ask: Admitting, selector: LabelSelector): Promise<boolean> {
    const name = namespaceOf(ask)
    const isNamespace = ask.resource.resource === 'namespaces'
    if (name === '' && !isNamespace) return true
    const written = ask.operation === 'CREATE' || ask.operation === 'UPDATE'
    if (isNamespace && ask.subresource === '' && written) return selector.matches(labelsOf(ask.object))
    const namespace = await this.#options.namespaceOf(name)
    if (namespace === undefined) throw notFound({ group: '', kind: 'namespaces', name })
    return selector.matches(labelsOf(namespace))
  }
}

/** Where a request is: a Namespace is in itself. */
export function namespaceOf(ask: Admitting): string {
  const { group, resource } = ask.resource
  return group === '' && resource === 'namespaces' ? askedName(ask) : ask.namespace
}

/** What a request is about; '' where the name is still to be made. */
export function askedName({ name, operation, object }: Admitting): string {
  return name === '' && operation === 'CREATE' ? (object?.metadata.name ?? '') : name
}

/** What a webhook or a `matchResources` says about which requests it is for. */
export function criteriaOf(
  from: JsonObject,
  { rules, everything = false }: { readonly rules: JsonValue | undefined; readonly everything?: boolean },
): MatchCriteria {
  const selectors = [selectorOf(from.namespaceSelector), selectorOf(from.objectSelector)]
  const [namespaceSelector, objectSelector] = selectors.map((one) =>
    typeof one === 'string' ? undefined : one,
  )
  return {
    rules: objectsIn(rules),
    excludeRules: objectsIn(from.excludeResourceRules),
    everything,
    equivalent: from.matchPolicy === 'Equivalent',
    namespaceSelector,
    objectSelector,
    wrong: selectors.find((one) => typeof one === 'string'),
  }
}

function objectsIn(value: JsonValue | undefined): readonly JsonObject[] {
  return isList(value) ? value.filter(isObject) : []
}

/** The selector, or what is wrong with it; nothing checks what was stored long ago. */
function selectorOf(value: JsonValue | undefined): LabelSelector | string | undefined {
  try {
    return isObject(value) ? labelSelectorOf(value) : undefined
  } catch (error) {
    return messageOf(error)
  }
}

function matchesName(names: JsonValue | undefined, name: string): boolean {
  return !isList(names) || names.length === 0 || names.includes(name)
}

function matchesObject({ object, oldObject }: Admitting, selector: LabelSelector): boolean {
  return [object, oldObject].some((one) => one !== undefined && selector.matches(labelsOf(one)))
}

function labelsOf(object: ApiObject | undefined): JsonObject | undefined {
  const labels = object === undefined ? undefined : metaOf(object).labels
  return isObject(labels) ? labels : undefined
}
