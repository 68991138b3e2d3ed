import type { JsonObject } from '../../json/json-value.ts'
import type { ApiObject } from '../../resources/api-object.ts'
import type { FieldError } from '../../status/field-error.ts'
import { checkMetadata } from './check-metadata.ts'
import { checkMetrics, checkTarget } from './check-metrics.ts'
import { countErrors } from './check-workloads.ts'
import { invalid, required, unsupported } from './complaints.ts'
import { type KindCheck, kindCheck } from './kind-check.ts'
import { has, maybeObject, numberIn, objectIn, objectsIn, textIn } from './members.ts'

const RULES = { namespaced: true, nameRule: 'subdomain', standardFinalizers: true } as const
const SELECTS = ['Disabled', 'Max', 'Min']

/** How many pods, by which metrics, how fast. Given as autoscaling/v2. */
export const checkAutoscaler: KindCheck = kindCheck({
  rules: RULES,
  order: 'metadata-spec',
  spec: (object, old) => specErrors(objectIn(object, 'spec'), old && objectIn(old, 'spec')),
  sub: {
    status: (object: ApiObject, old: ApiObject) => [
      ...checkMetadata(object.metadata, RULES, old.metadata),
      ...countErrors(objectIn(object, 'status'), 'status', ['currentReplicas', 'desiredReplicas']),
    ],
  },
})

function specErrors(spec: JsonObject, old: JsonObject | undefined): readonly FieldError[] {
  const least = numberIn(spec, 'minReplicas')
  const most = numberIn(spec, 'maxReplicas') ?? 0
  const behavior = maybeObject(spec, 'behavior') ?? {}
  return [
    ...(least !== undefined && least < 1
      ? [invalid('spec.minReplicas', least, 'must be greater than or equal to 1')]
      : []),
    ...(most < 1 ? [invalid('spec.maxReplicas', most, 'must be greater than 0')] : []),
    ...(least !== undefined && most < least
      ? [invalid('spec.maxReplicas', most, 'must be greater than or equal to `minReplicas`')]
      : []),
    ...targetErrors(spec, old),
    ...checkMetrics(spec, 'spec.metrics'),
    ...['scaleUp', 'scaleDown'].flatMap((name) => {
      const rules = maybeObject(behavior, name)
      return rules === undefined ? [] : rulesErrors(rules, `spec.behavior.${name}`)
    }),
  ]
}

/** Only what is in a group can be scaled, but for one old kind; what is there already stays as it is. */
function targetErrors(spec: JsonObject, old: JsonObject | undefined): readonly FieldError[] {
  const path = 'spec.scaleTargetRef'
  const target = objectIn(spec, 'scaleTargetRef')
  const before = old && objectIn(old, 'scaleTargetRef')
  const errors = checkTarget(target, path)
  if (before?.apiVersion === target.apiVersion && before?.kind === target.kind && old !== undefined)
    return errors.filter(({ field }) => field !== `${path}.apiVersion`)
  const apiVersion = textIn(target, 'apiVersion')
  if (apiVersion.includes('/') || target.kind === 'ReplicationController') return errors
  return [...errors, invalid(`${path}.apiVersion`, apiVersion, 'apiVersion must specify API group')]
}

function rulesErrors(rules: JsonObject, path: string): readonly FieldError[] {
  const seconds = numberIn(rules, 'stabilizationWindowSeconds')
  const field = `${path}.stabilizationWindowSeconds`
  const select = textIn(rules, 'selectPolicy')
  const policies = objectsIn(rules, 'policies')
  return [
    ...(seconds !== undefined && seconds < 0
      ? [invalid(field, seconds, 'must be greater than or equal to zero')]
      : []),
    ...(seconds !== undefined && seconds > 3600
      ? [invalid(field, seconds, 'must be less than or equal to 3600')]
      : []),
    ...(has(rules, 'selectPolicy') && !SELECTS.includes(select)
      ? [unsupported(`${path}.selectPolicy`, select, SELECTS)]
      : []),
    ...(policies.length === 0 ? [required(`${path}.policies`, 'must specify at least one Policy')] : []),
    ...policies.flatMap((policy, at) => policyErrors(policy, `${path}.policies[${at}]`)),
  ]
}

function policyErrors(policy: JsonObject, path: string): readonly FieldError[] {
  const type = textIn(policy, 'type')
  const known = ['Percent', 'Pods']
  const [value, period] = [numberIn(policy, 'value') ?? 0, numberIn(policy, 'periodSeconds') ?? 0]
  return [
    ...(known.includes(type) ? [] : [unsupported(`${path}.type`, type, known)]),
    ...(value > 0 ? [] : [invalid(`${path}.value`, value, 'must be greater than zero')]),
    ...(period > 0 ? [] : [invalid(`${path}.periodSeconds`, period, 'must be greater than zero')]),
    ...(period > 1800
      ? [invalid(`${path}.periodSeconds`, period, 'must be less than or equal to 1800')]
      : []),
  ]
}
