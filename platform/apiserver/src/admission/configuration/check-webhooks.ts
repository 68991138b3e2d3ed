import { isSame, type JsonObject } from '../../json/json-value.ts'
import type { ApiObject } from '../../resources/api-object.ts'
import type { FieldError } from '../../status/field-error.ts'
import { nameErrors } from '../../verbs/check-name.ts'
import { checkClientConfig } from './check-client-config.ts'
import { checkConditions } from './check-conditions.ts'
import { checkRules } from './check-rules.ts'
import { checkSelector } from './check-selector.ts'
import { dnsLabelErrors } from './dns-label-errors.ts'
import { duplicate, invalid, oneOf, required } from './field-complaints.ts'
import { objectsIn, textOf, textsIn } from './json-parts.ts'

const NO_SIDE_EFFECTS = ['None', 'NoneOnDryRun']
const SIDE_EFFECTS = ['None', 'NoneOnDryRun', 'Some', 'Unknown']
const REVIEW_VERSIONS = ['v1', 'v1beta1']
const DECLARED = { params: false, authorizer: true }

/** What an update may keep that a new object may not have, because the old one has it. */
interface Leniency {
  readonly sideEffects: boolean
  readonly unknownVersions: boolean
  readonly sameNames: boolean
  readonly selectorValues: boolean
  readonly conditions: boolean
}

const STRICT: Leniency = {
  sideEffects: false,
  unknownVersions: false,
  sameNames: false,
  selectorValues: false,
  conditions: false,
}

/** What is wrong with the webhooks of a mutating or validating configuration. */
export function checkWebhooks(configuration: ApiObject, old: ApiObject | undefined): FieldError[] {
  const hooks = objectsIn(configuration.webhooks)
  const leniency = old === undefined ? STRICT : leniencyOf(hooks, objectsIn(old.webhooks))
  const names = hooks.map(({ name }) => textOf(name))
  return hooks.flatMap((hook, at) => {
    const field = `webhooks[${at}]`
    const name = names[at] ?? ''
    const twice = !leniency.sameNames && name !== '' && names.indexOf(name) < at
    return [
      ...hookErrors(field, hook, leniency),
      ...versionErrors(`${field}.admissionReviewVersions`, textsIn(hook.admissionReviewVersions), leniency),
      ...(twice ? [duplicate(`${field}.name`, name)] : []),
    ]
  })
}

function leniencyOf(hooks: readonly JsonObject[], old: readonly JsonObject[]): Leniency {
  const names = old.map(({ name }) => textOf(name))
  const conditions = (all: readonly JsonObject[]) => all.map(({ matchConditions = [] }) => matchConditions)
  return {
    sideEffects: !old.every(({ sideEffects }) => NO_SIDE_EFFECTS.includes(textOf(sideEffects))),
    unknownVersions: old.some(({ admissionReviewVersions }) => {
      const versions = textsIn(admissionReviewVersions)
      return versions.length > 0 && !versions.some((version) => REVIEW_VERSIONS.includes(version))
    }),
    sameNames: new Set(names).size !== names.length,
    selectorValues: old.some(
      (hook) =>
        checkSelector('', hook.namespaceSelector).length + checkSelector('', hook.objectSelector).length > 0,
    ),
    conditions: hooks.length === old.length && isSame(conditions(hooks), conditions(old)),
  }
}

function hookErrors(field: string, hook: JsonObject, leniency: Leniency): FieldError[] {
  const selecting = { anyValues: leniency.selectorValues }
  return [
    ...qualifiedNameErrors(`${field}.name`, textOf(hook.name)),
    ...checkRules(`${field}.rules`, hook.rules),
    ...oneOf(`${field}.failurePolicy`, hook.failurePolicy, ['Fail', 'Ignore']),
    ...oneOf(`${field}.matchPolicy`, hook.matchPolicy, ['Equivalent', 'Exact']),
    ...sideEffectErrors(`${field}.sideEffects`, hook, leniency),
    ...timeoutErrors(`${field}.timeoutSeconds`, hook),
    ...checkSelector(`${field}.namespaceSelector`, hook.namespaceSelector, selecting),
    ...checkSelector(`${field}.objectSelector`, hook.objectSelector, selecting),
    ...oneOf(`${field}.reinvocationPolicy`, hook.reinvocationPolicy, ['IfNeeded', 'Never']),
    ...checkClientConfig(`${field}.clientConfig`, hook.clientConfig),
    ...(leniency.conditions
      ? []
      : checkConditions(`${field}.matchConditions`, hook.matchConditions, DECLARED)),
  ]
}

function qualifiedNameErrors(field: string, name: string): FieldError[] {
  if (name === '') return [required(field, '')]
  const wrong = nameErrors(field, name, 'subdomain')
  if (wrong.length > 0) return [invalid(field, name, wrong.map(({ detail }) => detail).join(','))]
  if (name.split('.').length >= 3) return []
  return [invalid(field, name, 'should be a domain with at least three segments separated by dots')]
}

function sideEffectErrors(field: string, { sideEffects }: JsonObject, leniency: Leniency): FieldError[] {
  const allowed = leniency.sideEffects ? SIDE_EFFECTS : NO_SIDE_EFFECTS
  if (sideEffects === undefined || sideEffects === null) {
    return [required(field, `must specify one of ${allowed.join(', ')}`)]
  }
  return oneOf(field, sideEffects, allowed)
}

function timeoutErrors(field: string, { timeoutSeconds }: JsonObject): FieldError[] {
  if (typeof timeoutSeconds !== 'number' || (timeoutSeconds >= 1 && timeoutSeconds <= 30)) return []
  return [invalid(field, timeoutSeconds, 'the timeout value must be between 1 and 30 seconds')]
}

function versionErrors(field: string, versions: readonly string[], leniency: Leniency): FieldError[] {
  if (versions.length === 0) return [required(field, `must specify one of ${REVIEW_VERSIONS.join(', ')}`)]
  const errors = versions.flatMap((version, at) => {
    const here = `${field}[${at}]`
    if (versions.indexOf(version) < at) return [invalid(here, version, 'duplicate version')]
    return dnsLabelErrors(version).map((words) => invalid(here, version, words))
  })
  const known = leniency.unknownVersions || versions.some((version) => REVIEW_VERSIONS.includes(version))
  if (!known)
    errors.push(invalid(field, versions, `must include at least one of ${REVIEW_VERSIONS.join(', ')}`))
  return errors
}
