import type { JsonObject } from '../../json/json-value.ts'
import type { ApiObject } from '../../resources/api-object.ts'
import type { FieldError } from '../../status/field-error.ts'
import { checkMetadata } from './check-metadata.ts'
import { checkRolling } from './check-rolling.ts'
import { countErrors, replicaErrors, selectorChange } from './check-workloads.ts'
import { forbidden, invalid, notNegative, required } from './complaints.ts'
import { type KindCheck, kindCheck } from './kind-check.ts'
import { has, maybeObject, numberIn, objectIn, textIn } from './members.ts'
import { structText } from './struct-text.ts'

const RULES = { namespaced: true, nameRule: 'subdomain', standardFinalizers: true } as const
const KINDS = ['Recreate', 'RollingUpdate']

/** A deployment: its pods, that its selector takes them, and how it changes them. */
export const checkDeployment: KindCheck = kindCheck({
  rules: RULES,
  order: 'metadata-spec',
  spec: (deployment) => specErrors(objectIn(deployment, 'spec')),
  change: selectorChange,
  sub: { status },
})

/** A replica set: its pods, and that its selector takes them. */
export const checkReplicaSet: KindCheck = kindCheck({
  rules: RULES,
  order: 'metadata-spec',
  spec: (set) => {
    const spec = objectIn(set, 'spec')
    return [...countErrors(spec, 'spec', ['replicas', 'minReadySeconds']), ...replicaErrors(spec)]
  },
  change: selectorChange,
})

function specErrors(spec: JsonObject): readonly FieldError[] {
  const progress = numberIn(spec, 'progressDeadlineSeconds')
  const field = 'spec.progressDeadlineSeconds'
  return [
    ...notNegative('spec.replicas', spec.replicas),
    ...replicaErrors(spec),
    ...strategyErrors(objectIn(spec, 'strategy'), 'spec.strategy'),
    ...countErrors(spec, 'spec', ['minReadySeconds', 'revisionHistoryLimit', 'progressDeadlineSeconds']),
    ...(progress !== undefined && progress <= (numberIn(spec, 'minReadySeconds') ?? 0)
      ? [invalid(field, progress, 'must be greater than minReadySeconds')]
      : []),
  ]
}

function strategyErrors(strategy: JsonObject, path: string): readonly FieldError[] {
  const type = textIn(strategy, 'type')
  const rolling = maybeObject(strategy, 'rollingUpdate')
  if (type === 'Recreate')
    return rolling === undefined
      ? []
      : [forbidden(`${path}.rollingUpdate`, "may not be specified when strategy `type` is 'Recreate'")]
  if (type === 'RollingUpdate')
    return rolling === undefined
      ? [required(`${path}.rollingUpdate`, 'this should be defaulted and never be nil')]
      : checkRolling(rolling, `${path}.rollingUpdate`)
  const value = structText({ Type: type, RollingUpdate: rolling ? goRolling(rolling) : null })
  const detail = `supported values: ${KINDS.map((kind) => `"${kind}"`).join(', ')}`
  return [{ field: path, type: 'FieldValueNotSupported', value, detail }]
}

function goRolling({ maxUnavailable, maxSurge }: JsonObject): JsonObject {
  return { MaxUnavailable: maxUnavailable ?? 0, MaxSurge: maxSurge ?? 0 }
}

const COUNTS = [
  'observedGeneration',
  'replicas',
  'updatedReplicas',
  'readyReplicas',
  'availableReplicas',
  'unavailableReplicas',
  'terminatingReplicas',
  'collisionCount',
]

function status(deployment: ApiObject, old: ApiObject): readonly FieldError[] {
  const now = objectIn(deployment, 'status')
  const count = (name: string): number => numberIn(now, name) ?? 0
  const over = ['updatedReplicas', 'readyReplicas', 'availableReplicas'].filter(
    (name) => count(name) > count('replicas'),
  )
  const collisions = numberIn(objectIn(old, 'status'), 'collisionCount')
  const isLess =
    collisions !== undefined && (!has(now, 'collisionCount') || count('collisionCount') < collisions)
  return [
    ...checkMetadata(deployment.metadata, RULES, old.metadata),
    ...countErrors(now, 'status', COUNTS),
    ...over.map((name) => invalid(`status.${name}`, count(name), 'cannot be greater than status.replicas')),
    ...(count('availableReplicas') > count('readyReplicas')
      ? [
          invalid(
            'status.availableReplicas',
            count('availableReplicas'),
            'cannot be greater than readyReplicas',
          ),
        ]
      : []),
    ...(isLess ? [invalid('status.collisionCount', count('collisionCount'), 'cannot be decremented')] : []),
  ]
}
