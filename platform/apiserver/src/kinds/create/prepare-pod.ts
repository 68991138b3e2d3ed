import { type Draft, madePart, parts, setDefaults } from '../defaults/draft.ts'
import type { CreateFacts } from './prepare-create.ts'
import { qualityOfService } from './quality-of-service.ts'

const TOKEN_PATH = '/var/run/secrets/kubernetes.io/serviceaccount'
const TOLERATED = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable']
const SYSTEM_PRIORITIES: Readonly<Record<string, number>> = {
  'system-cluster-critical': 2_000_000_000,
  'system-node-critical': 2_000_001_000,
}

/** Admission of a pod: its account with the token, its priority, the tolerations that every pod has. */
export function preparePod(draft: Draft, { suffix, now, automountToken = true }: CreateFacts): void {
  const spec = madePart(draft, 'spec')
  setDefaults(spec, { serviceAccountName: 'default' })
  spec.serviceAccount = spec.serviceAccountName
  if (spec.automountServiceAccountToken ?? automountToken) mountToken(spec, `kube-api-access-${suffix}`)
  setDefaults(spec, {
    priority: SYSTEM_PRIORITIES[`${spec.priorityClassName}`] ?? 0,
    preemptionPolicy: 'PreemptLowerPriority',
  })
  tolerateLostNodes(spec)
  const status = madePart(draft, 'status')
  setDefaults(status, { phase: 'Pending', qosClass: qualityOfService(spec) })
  if (parts(spec, 'schedulingGates').length > 0) setDefaults(status, { conditions: [gated(now)] })
}

function gated(now: string): Draft {
  return {
    type: 'PodScheduled',
    status: 'False',
    lastProbeTime: null,
    lastTransitionTime: now,
    reason: 'SchedulingGated',
    message: 'Scheduling is blocked due to non-empty scheduling gates',
  }
}

function mountToken(spec: Draft, name: string): void {
  const containers = [...parts(spec, 'initContainers'), ...parts(spec, 'containers')]
  const without = containers.filter((container) =>
    parts(container, 'volumeMounts').every(({ mountPath }) => mountPath !== TOKEN_PATH),
  )
  if (without.length === 0) return
  for (const container of without) {
    const mount = { name, readOnly: true, mountPath: TOKEN_PATH }
    container.volumeMounts = [...parts(container, 'volumeMounts'), mount]
  }
  spec.volumes = [...parts(spec, 'volumes'), tokenVolume(name)]
}

function tokenVolume(name: string): Draft {
  const namespace = { path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }
  const sources = [
    { serviceAccountToken: { expirationSeconds: 3607, path: 'token' } },
    { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
    { downwardAPI: { items: [namespace] } },
  ]
  return { name, projected: { sources, defaultMode: 0o644 } }
}

/** For five minutes, unless the pod says otherwise. */
function tolerateLostNodes(spec: Draft): void {
  const own = parts(spec, 'tolerations')
  const missing = TOLERATED.filter(
    (key) =>
      !own.some(
        (one) => (one.key ?? key) === key && (one.effect === undefined || one.effect === 'NoExecute'),
      ),
  )
  const added = missing.map((key) => ({
    key,
    operator: 'Exists',
    effect: 'NoExecute',
    tolerationSeconds: 300,
  }))
  if (added.length > 0) spec.tolerations = [...own, ...added]
}
