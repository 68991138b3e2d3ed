import type { JsonObject, JsonValue } from '../../json/json-value.ts'
import { ageOf } from '../age.ts'
import { type Cell, type Cells, count, filled, flag, NONE, number, text, UNSET } from './cell.ts'
import { conditionAt, listAt, readField, textAt } from './read-field.ts'
import { goSelector } from './show-selector.ts'

const LIMITED = 'spec.limited'
const QUEUING = `${LIMITED}.limitResponse.queuing`
const BINDING: Cells = {
  Role: (object) => `${textAt(object, 'roleRef.kind')}/${textAt(object, 'roleRef.name')}`,
  Users: (object) => subjects(object, 'User').join(', '),
  Groups: (object) => subjects(object, 'Group').join(', '),
  ServiceAccounts: (object) => subjects(object, 'ServiceAccount').join(', '),
}
const WEBHOOKS: Cells = { Webhooks: count('webhooks') }

/** What the kinds that say who may do what show, by group and kind. */
export const POLICY_CELLS: Readonly<Record<string, Cells>> = {
  'rbac.authorization.k8s.io/RoleBinding': BINDING,
  'rbac.authorization.k8s.io/ClusterRoleBinding': BINDING,
  'certificates.k8s.io/CertificateSigningRequest': {
    SignerName: filled('spec.signerName', NONE),
    Requestor: text('spec.username'),
    RequestedDuration: requestedDuration,
    Condition: requestCondition,
  },
  'admissionregistration.k8s.io/MutatingWebhookConfiguration': WEBHOOKS,
  'admissionregistration.k8s.io/ValidatingWebhookConfiguration': WEBHOOKS,
  'admissionregistration.k8s.io/ValidatingAdmissionPolicy': {
    Validations: count('spec.validations'),
    ParamKind: (object) =>
      readField(object, 'spec.paramKind') === undefined
        ? UNSET
        : `${textAt(object, 'spec.paramKind.apiVersion')}/${textAt(object, 'spec.paramKind.kind')}`,
  },
  'admissionregistration.k8s.io/ValidatingAdmissionPolicyBinding': {
    PolicyName: text('spec.policyName'),
    ParamRef: paramReference,
  },
  'scheduling.k8s.io/PriorityClass': {
    Value: number('value'),
    'Global-Default': flag('globalDefault'),
    PreemptionPolicy: text('preemptionPolicy'),
  },
  'flowcontrol.apiserver.k8s.io/FlowSchema': {
    PriorityLevel: text('spec.priorityLevelConfiguration.name'),
    MatchingPrecedence: number('spec.matchingPrecedence'),
    DistinguisherMethod: text('spec.distinguisherMethod.type', NONE),
    MissingPL: (object) => textAt(conditionAt(object, 'status.conditions', 'Dangling'), 'status', '?'),
  },
  'flowcontrol.apiserver.k8s.io/PriorityLevelConfiguration': {
    Type: text('spec.type'),
    NominalConcurrencyShares: within(LIMITED, 'nominalConcurrencyShares'),
    Queues: within(QUEUING, 'queues'),
    HandSize: within(QUEUING, 'handSize'),
    QueueLengthLimit: within(QUEUING, 'queueLengthLimit'),
  },
  'resource.k8s.io/ResourceClaim': { State: claimState },
  'resource.k8s.io/ResourceSlice': {
    Node: text('spec.nodeName'),
    Driver: text('spec.driver'),
    Pool: text('spec.pool.name'),
  },
}

/** A number of an object that need not be there. */
function within(path: string, member: string): Cell {
  return (object): JsonValue => {
    const outer = readField(object, path)
    return outer === undefined ? NONE : (readField(outer, member) ?? 0)
  }
}

function subjects(binding: JsonObject, kind: string): readonly string[] {
  return listAt(binding, 'subjects')
    .filter((it) => textAt(it, 'kind') === kind)
    .map((it) =>
      kind === 'ServiceAccount' ? `${textAt(it, 'namespace')}/${textAt(it, 'name')}` : textAt(it, 'name'),
    )
}

function requestedDuration(request: JsonObject): string {
  const seconds = readField(request, 'spec.expirationSeconds')
  return seconds === undefined ? NONE : ageOf('1970-01-01T00:00:00Z', Number(seconds) * 1_000)
}

function requestCondition(request: JsonObject): string {
  const has = (type: string): boolean => conditionAt(request, 'status.conditions', type) !== undefined
  const decided = has('Denied') ? 'Denied' : has('Approved') ? 'Approved' : 'Pending'
  const failed = has('Failed') ? ',Failed' : ''
  const issued = textAt(request, 'status.certificate') === '' ? '' : ',Issued'
  return decided + failed + issued
}

function paramReference(binding: JsonObject): string {
  const name = textAt(binding, 'spec.paramRef.name')
  if (name !== '') return `${textAt(binding, 'spec.paramRef.namespace') || '*'}/${name}`
  const selector = readField(binding, 'spec.paramRef.selector')
  return selector === undefined ? UNSET : goSelector(selector)
}

function claimState(claim: JsonObject): string {
  const isGoing = readField(claim, 'metadata.deletionTimestamp') !== undefined
  const gone = isGoing ? ['deleted'] : []
  if (readField(claim, 'status.allocation') === undefined) return isGoing ? 'deleted' : 'pending'
  const reserved = listAt(claim, 'status.reservedFor').length > 0 ? ['reserved'] : []
  return [...gone, 'allocated', ...reserved].join(',')
}
