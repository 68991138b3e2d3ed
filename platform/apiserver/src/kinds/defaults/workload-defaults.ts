import { type Defaulters, type Draft, madePart, part, parts, setDefaults } from './draft.ts'

const MAX_INT32 = 2_147_483_647
const CPU_TARGET = { type: 'Utilization', averageUtilization: 80 }
const CPU = { type: 'Resource', resource: { name: 'cpu', target: CPU_TARGET } }
const PERCENT = { type: 'Percent', value: 100, periodSeconds: 15 }
const SCALE_UP = {
  stabilizationWindowSeconds: 0,
  selectPolicy: 'Max',
  policies: [{ type: 'Pods', value: 4, periodSeconds: 15 }, PERCENT],
}
const SCALE_DOWN = { selectPolicy: 'Max', policies: [PERCENT] }

/** apps, batch and autoscaling. */
export const workloadDefaults: Defaulters = {
  'api.apps.v1.Deployment': deployment,
  'api.apps.v1.DaemonSet': daemonSet,
  'api.apps.v1.StatefulSet': statefulSet,
  'api.apps.v1.ReplicaSetSpec': (spec) => setDefaults(spec, { replicas: 1 }),
  'api.batch.v1.Job': job,
  'api.batch.v1.CronJobSpec': (spec) =>
    setDefaults(spec, {
      concurrencyPolicy: 'Allow',
      suspend: false,
      successfulJobsHistoryLimit: 3,
      failedJobsHistoryLimit: 1,
    }),
  'api.batch.v1.PodFailurePolicyOnPodConditionsPattern': (pattern) =>
    setDefaults(pattern, { status: 'True' }),
  'api.autoscaling.v1.HorizontalPodAutoscalerSpec': (spec) =>
    setDefaults(spec, { minReplicas: 1, targetCPUUtilizationPercentage: 80 }),
  'api.autoscaling.v2.HorizontalPodAutoscalerSpec': autoscalerSpec,
}

function deployment(draft: Draft): void {
  const spec = madePart(draft, 'spec')
  const strategy = madePart(spec, 'strategy')
  setDefaults(strategy, { type: 'RollingUpdate' })
  if (strategy.type === 'RollingUpdate')
    setDefaults(madePart(strategy, 'rollingUpdate'), { maxUnavailable: '25%', maxSurge: '25%' })
  setDefaults(spec, { replicas: 1, revisionHistoryLimit: 10, progressDeadlineSeconds: 600 })
}

function daemonSet(draft: Draft): void {
  const spec = madePart(draft, 'spec')
  const strategy = madePart(spec, 'updateStrategy')
  setDefaults(strategy, { type: 'RollingUpdate' })
  if (strategy.type === 'RollingUpdate')
    setDefaults(madePart(strategy, 'rollingUpdate'), { maxUnavailable: 1, maxSurge: 0 })
  else setDefaults(part(strategy, 'rollingUpdate'), { maxUnavailable: 0, maxSurge: 0 })
  setDefaults(spec, { revisionHistoryLimit: 10 })
}

function statefulSet(draft: Draft): void {
  const spec = madePart(draft, 'spec')
  const strategy = madePart(spec, 'updateStrategy')
  // Without a type there is a rolling update; with one, its details are up to the writer.
  if (strategy.type === undefined) setDefaults(strategy, { type: 'RollingUpdate', rollingUpdate: {} })
  if (strategy.type === 'RollingUpdate') setDefaults(part(strategy, 'rollingUpdate'), { partition: 0 })
  setDefaults(madePart(spec, 'persistentVolumeClaimRetentionPolicy'), {
    whenDeleted: 'Retain',
    whenScaled: 'Retain',
  })
  for (const claim of parts(spec, 'volumeClaimTemplates'))
    Object.assign(claim, { apiVersion: 'v1', kind: 'PersistentVolumeClaim' })
  setDefaults(spec, { podManagementPolicy: 'OrderedReady', replicas: 1, revisionHistoryLimit: 10 })
}

function job(draft: Draft): void {
  const spec = madePart(draft, 'spec')
  if (spec.parallelism === undefined) setDefaults(spec, { completions: 1 })
  const labels = part(part(part(spec, 'template'), 'metadata'), 'labels')
  setDefaults(madePart(draft, 'metadata'), { labels })
  setDefaults(spec, {
    parallelism: 1,
    backoffLimit: spec.backoffLimitPerIndex === undefined ? 6 : MAX_INT32,
    completionMode: 'NonIndexed',
    suspend: false,
    podReplacementPolicy: spec.podFailurePolicy === undefined ? 'TerminatingOrFailed' : 'Failed',
    manualSelector: false,
  })
}

function autoscalerSpec(spec: Draft): void {
  setDefaults(spec, { minReplicas: 1, metrics: [CPU] })
  const behavior = part(spec, 'behavior')
  if (behavior === undefined) return
  setDefaults(madePart(behavior, 'scaleUp'), SCALE_UP)
  setDefaults(madePart(behavior, 'scaleDown'), SCALE_DOWN)
}
