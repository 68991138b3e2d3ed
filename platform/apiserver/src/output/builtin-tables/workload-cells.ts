import type { JsonObject } from '../../json/json-value.ts'
import { ageOf } from '../age.ts'
import { autoscalerTargets } from './autoscaler-targets.ts'
import {
  type Cell,
  type Cells,
  containers,
  count,
  NONE,
  number,
  since,
  sinceTime,
  text,
  UNSET,
} from './cell.ts'
import { POD_CELLS } from './pod-cells.ts'
import { isCondition, listAt, numberAt, readField, textAt } from './read-field.ts'
import { labels, selector } from './show-selector.ts'

const POD_TEMPLATE = 'spec.template.spec'
const SELECTOR = selector('spec.selector', { empty: NONE, wrong: '<error>' })
/** The first of these that is True says how a job is doing; DELETED stands where deletion is looked at. */
const DELETED = 'Terminating'
const JOB_STATES = ['Complete', 'Failed', DELETED, 'Suspended', 'FailureTarget', 'SuccessCriteriaMet']

const REPLICAS: Cells = {
  Desired: number('spec.replicas'),
  Current: number('status.replicas'),
  Ready: number('status.readyReplicas'),
  ...containers(POD_TEMPLATE),
}
const READY_OF_WANTED: Cell = (object) =>
  `${numberAt(object, 'status.readyReplicas')}/${numberAt(object, 'spec.replicas')}`

/** What the kinds that run something show, by group and kind. */
export const WORKLOAD_CELLS: Readonly<Record<string, Cells>> = {
  '/Pod': POD_CELLS,
  '/PodTemplate': { ...containers('template.spec'), 'Pod Labels': labels('template.metadata.labels') },
  '/ReplicationController': { ...REPLICAS, Selector: labels('spec.selector') },
  'apps/ReplicaSet': { ...REPLICAS, Selector: SELECTOR },
  'apps/StatefulSet': { ...containers(POD_TEMPLATE), Ready: READY_OF_WANTED },
  'apps/Deployment': {
    ...containers(POD_TEMPLATE),
    Ready: READY_OF_WANTED,
    'Up-to-date': number('status.updatedReplicas'),
    Available: number('status.availableReplicas'),
    Selector: selector('spec.selector', { empty: '', wrong: '<invalid>' }),
  },
  'apps/DaemonSet': {
    ...containers(POD_TEMPLATE),
    Desired: number('status.desiredNumberScheduled'),
    Current: number('status.currentNumberScheduled'),
    Ready: number('status.numberReady'),
    'Up-to-date': number('status.updatedNumberScheduled'),
    Available: number('status.numberAvailable'),
    'Node Selector': labels(`${POD_TEMPLATE}.nodeSelector`),
    Selector: SELECTOR,
  },
  'apps/ControllerRevision': { Controller: controllerOf, Revision: number('revision') },
  'batch/Job': {
    ...containers(POD_TEMPLATE),
    Status: jobStatus,
    Completions: jobCompletions,
    Duration: jobDuration,
    Selector: SELECTOR,
  },
  'batch/CronJob': {
    ...containers('spec.jobTemplate.spec.template.spec'),
    Schedule: text('spec.schedule'),
    Timezone: text('spec.timeZone', NONE),
    Suspend: (object) => ({ true: 'True', false: 'False' })[textAt(object, 'spec.suspend')] ?? UNSET,
    Active: count('status.active'),
    'Last Schedule': since('status.lastScheduleTime', NONE),
    Selector: selector('spec.jobTemplate.spec.selector', { empty: NONE, wrong: '<error>' }),
  },
  'policy/PodDisruptionBudget': {
    'Min Available': text('spec.minAvailable', 'N/A'),
    'Max Unavailable': text('spec.maxUnavailable', 'N/A'),
    'Allowed Disruptions': number('status.disruptionsAllowed'),
  },
  'autoscaling/Scale': { Desired: number('spec.replicas'), Available: number('status.replicas') },
  'autoscaling/HorizontalPodAutoscaler': {
    Reference: (object) =>
      `${textAt(object, 'spec.scaleTargetRef.kind')}/${textAt(object, 'spec.scaleTargetRef.name')}`,
    Targets: autoscalerTargets,
    MinPods: text('spec.minReplicas', UNSET),
    MaxPods: number('spec.maxReplicas'),
    Replicas: number('status.currentReplicas'),
  },
}

function jobStatus(job: JsonObject): string {
  const isGoing = readField(job, 'metadata.deletionTimestamp') !== undefined
  const found = JOB_STATES.find((state) =>
    state === DELETED ? isGoing : isCondition(job, 'status.conditions', state),
  )
  return found ?? 'Running'
}

function jobCompletions(job: JsonObject): string {
  const done = numberAt(job, 'status.succeeded')
  const wanted = readField(job, 'spec.completions')
  if (wanted !== undefined) return `${done}/${wanted}`
  const parallel = numberAt(job, 'spec.parallelism')
  return parallel > 1 ? `${done}/1 of ${parallel}` : `${done}/1`
}

function jobDuration(job: JsonObject, now: number): string {
  const end = textAt(job, 'status.completionTime')
  const start = textAt(job, 'status.startTime')
  if (end !== '' && start !== '') return ageOf(start, Date.parse(end))
  return sinceTime(start, now) ?? ''
}

function controllerOf(object: JsonObject): string {
  const owner = listAt(object, 'metadata.ownerReferences').find((it) => readField(it, 'controller') === true)
  if (owner === undefined) return NONE
  const [, group] = textAt(owner, 'apiVersion').split('/').reverse()
  const kind = group === undefined ? textAt(owner, 'kind') : `${textAt(owner, 'kind')}.${group}`
  return `${kind.toLowerCase()}/${textAt(owner, 'name')}`
}
