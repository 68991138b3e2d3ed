import type { JsonValue } from '../../json/json-value.ts'
import { type Defaulters, type Draft, madePart, part, parts, setDefaults } from './draft.ts'
import { imagePullPolicy } from './image-pull-policy.ts'

const MODE = { defaultMode: 0o644 }

/** Pods and all that they are made of. */
export const podDefaults: Defaulters = {
  'api.core.v1.Pod': pod,
  'api.core.v1.PodSpec': podSpec,
  'api.core.v1.Container': container,
  'api.core.v1.EphemeralContainer': container,
  'api.core.v1.Volume': volume,
  'api.core.v1.Probe': (probe) =>
    setDefaults(probe, { timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 }),
  'api.core.v1.HTTPGetAction': (action) => setDefaults(action, { path: '/', scheme: 'HTTP' }),
  'api.core.v1.GRPCAction': (action) => setDefaults(action, { service: '' }),
  'api.core.v1.ObjectFieldSelector': (selector) => setDefaults(selector, { apiVersion: 'v1' }),
  'api.core.v1.SecretVolumeSource': (source) => setDefaults(source, MODE),
  'api.core.v1.ConfigMapVolumeSource': (source) => setDefaults(source, MODE),
  'api.core.v1.DownwardAPIVolumeSource': (source) => setDefaults(source, MODE),
  'api.core.v1.ProjectedVolumeSource': (source) => setDefaults(source, MODE),
  'api.core.v1.ServiceAccountTokenProjection': (token) => setDefaults(token, { expirationSeconds: 3600 }),
  'api.core.v1.HostPathVolumeSource': (source) => setDefaults(source, { type: '' }),
}

/** Only in pods, not in templates of them. */
function pod(draft: Draft): void {
  const spec = part(draft, 'spec')
  setDefaults(spec, { enableServiceLinks: true })
  for (const item of [...parts(spec, 'containers'), ...parts(spec, 'initContainers')]) {
    limitsAsRequests(part(item, 'resources'))
    if (spec?.hostNetwork !== true) continue
    for (const port of parts(item, 'ports')) setDefaults(port, { hostPort: port.containerPort })
  }
  limitsAsRequests(part(spec, 'resources'))
}

function limitsAsRequests(resources: Draft | undefined): void {
  const limits = part(resources, 'limits')
  if (resources !== undefined && limits !== undefined) setDefaults(madePart(resources, 'requests'), limits)
}

function podSpec(spec: Draft): void {
  setDefaults(spec, {
    dnsPolicy: 'ClusterFirst',
    restartPolicy: 'Always',
    securityContext: {},
    terminationGracePeriodSeconds: 30,
    schedulerName: 'default-scheduler',
  })
  // Only init containers may differ from the pod.
  for (const item of parts(spec, 'containers')) delete item.restartPolicy
  // The old name of the field goes with the new one.
  const account: JsonValue | undefined = spec.serviceAccountName ?? spec.serviceAccount
  if (account !== undefined) Object.assign(spec, { serviceAccountName: account, serviceAccount: account })
}

function container(draft: Draft): void {
  setDefaults(draft, {
    imagePullPolicy: imagePullPolicy(draft.image),
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
  })
}

function volume(draft: Draft): void {
  if (Object.keys(draft).every((field) => field === 'name')) draft.emptyDir = {}
  const image = part(draft, 'image')
  setDefaults(image, { pullPolicy: imagePullPolicy(image?.reference) })
}
