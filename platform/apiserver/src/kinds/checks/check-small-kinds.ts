import { isSame, type JsonObject } from '../../json/json-value.ts'
import { labelKeyErrors } from '../../selectors/label-syntax.ts'
import type { FieldError } from '../../status/field-error.ts'
import { checkLabelSelector } from './check-labels.ts'
import { checkCountOrShare, checkShare } from './check-rolling.ts'
import { forbidden, IMMUTABLE, invalid, invalids, invalidText, required, unsupported } from './complaints.ts'
import { type KindCheck, kindCheck } from './kind-check.ts'
import { has, numberIn, objectIn, textIn } from './members.ts'
import { structText } from './struct-text.ts'

const MOST_PRIORITY = 1_000_000_000
const SYSTEM: Readonly<Record<string, number>> = {
  'system-cluster-critical': 2_000_000_000,
  'system-node-critical': 2_000_001_000,
}

/** How many pods may be gone at once. Only its spec is looked at, its name as everybody's. */
export const checkBudget: KindCheck = {
  namespaced: true,
  create: (budget) => budgetErrors(objectIn(budget, 'spec')),
  update: (budget) => budgetErrors(objectIn(budget, 'spec')),
}

function budgetErrors(spec: JsonObject): readonly FieldError[] {
  const { minAvailable, maxUnavailable, selector } = spec
  const policy = textIn(spec, 'unhealthyPodEvictionPolicy')
  const policies = ['AlwaysAllow', 'IfHealthyBudget']
  const shown = {
    MinAvailable: minAvailable ?? null,
    Selector: selector ?? null,
    MaxUnavailable: maxUnavailable ?? null,
    UnhealthyPodEvictionPolicy: spec.unhealthyPodEvictionPolicy ?? null,
  }
  return [
    ...(minAvailable !== undefined && maxUnavailable !== undefined
      ? [invalidText('spec', structText(shown), 'minAvailable and maxUnavailable cannot be both set')]
      : []),
    ...(['minAvailable', 'maxUnavailable'] as const).flatMap((name) => [
      ...checkCountOrShare(spec[name], `spec.${name}`),
      ...checkShare(spec[name], `spec.${name}`),
    ]),
    ...checkLabelSelector(selector, 'spec.selector'),
    ...(has(spec, 'unhealthyPodEvictionPolicy') && !policies.includes(policy)
      ? [unsupported('spec.unhealthyPodEvictionPolicy', policy, policies)]
      : []),
  ]
}

/** How much a pod matters; what it matters does not change. */
export const checkPriorityClass: KindCheck = {
  ...kindCheck({
    rules: { namespaced: false, nameRule: 'subdomain' },
    order: 'metadata-spec',
    spec: (object, old) => (old === undefined ? priorityErrors(object) : []),
    change: (object, old) => [
      ...((numberIn(object, 'value') ?? 0) === (numberIn(old, 'value') ?? 0)
        ? []
        : [forbidden('value', 'may not be changed in an update.')]),
      ...(textIn(object, 'preemptionPolicy') === textIn(old, 'preemptionPolicy')
        ? []
        : [invalid('preemptionPolicy', textIn(object, 'preemptionPolicy'), IMMUTABLE)]),
    ],
  }),
}

function priorityErrors(object: JsonObject): readonly FieldError[] {
  const name = textIn(objectIn(object, 'metadata'), 'name')
  const value = numberIn(object, 'value') ?? 0
  const policy = textIn(object, 'preemptionPolicy')
  const policies = ['PreemptLowerPriority', 'Never']
  const errors: FieldError[] = []
  if (name.startsWith('system-') && SYSTEM[name] !== value) {
    const why =
      SYSTEM[name] === undefined
        ? `${name} is not a known system priority class`
        : `value of ${name} PriorityClass must be ${SYSTEM[name]}`
    const detail = `priority class names with 'system-' prefix are reserved for system use only. error: ${why}`
    errors.push(forbidden('metadata.name', detail))
  } else if (!name.startsWith('system-') && value > MOST_PRIORITY)
    errors.push(forbidden('value', `maximum allowed value of a user defined priority is ${MOST_PRIORITY}`))
  if (has(object, 'preemptionPolicy') && !policies.includes(policy))
    errors.push(unsupported('preemptionPolicy', policy, policies))
  return errors
}

/** Who makes volumes, and how; that does not change. */
export const checkStorageClass: KindCheck = kindCheck({
  rules: { namespaced: false, nameRule: 'subdomain' },
  order: 'whole-metadata',
  spec: (object) => {
    const [provisioner, policy, mode] = ['provisioner', 'reclaimPolicy', 'volumeBindingMode'].map((name) =>
      textIn(object, name),
    ) as [string, string, string]
    const modes = ['Immediate', 'WaitForFirstConsumer']
    return [
      ...(provisioner === ''
        ? [required('provisioner', '')]
        : invalids('provisioner', provisioner.toLowerCase(), labelKeyErrors(provisioner.toLowerCase()))),
      ...(policy === '' || ['Delete', 'Retain'].includes(policy)
        ? []
        : [unsupported('reclaimPolicy', policy, ['Delete', 'Retain'])]),
      ...(modes.includes(mode) ? [] : [unsupported('volumeBindingMode', mode, modes)]),
    ]
  },
  change: (object, old) => [
    ...['parameters', 'provisioner', 'reclaimPolicy'].flatMap((name) =>
      isSame(object[name], old[name]) ? [] : [forbidden(name, `updates to ${name} are forbidden.`)],
    ),
    ...(isSame(object.volumeBindingMode, old.volumeBindingMode)
      ? []
      : [invalid('volumeBindingMode', textIn(object, 'volumeBindingMode'), IMMUTABLE)]),
  ],
})
