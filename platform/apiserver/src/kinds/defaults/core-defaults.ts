import { isObject } from '../../json/json-value.ts'
import { type Defaulters, type Draft, madePart, part, parts, setDefaults } from './draft.ts'

/** The rest of the core group. */
export const coreDefaults: Defaulters = {
  'api.core.v1.Namespace': namespace,
  'api.core.v1.NamespaceStatus': (status) => setDefaults(status, { phase: 'Active' }),
  'api.core.v1.Secret': secret,
  'api.core.v1.Service': service,
  'api.core.v1.ServiceAccount': serviceAccount,
  'api.core.v1.ReplicationController': replicationController,
  'api.core.v1.PersistentVolume': persistentVolume,
  'api.core.v1.PersistentVolumeClaim': (claim) => setDefaults(part(claim, 'status'), { phase: 'Pending' }),
  'api.core.v1.PersistentVolumeClaimSpec': claimSpec,
  'api.core.v1.EndpointPort': (port) => setDefaults(port, { protocol: 'TCP' }),
  'api.core.v1.NodeStatus': (status) => setDefaults(status, { allocatable: status.capacity }),
  'api.core.v1.LimitRangeItem': limitRangeItem,
}

function namespace(draft: Draft): void {
  const metadata = madePart(draft, 'metadata')
  if (metadata.name === undefined) return
  madePart(metadata, 'labels')['kubernetes.io/metadata.name'] = metadata.name
}

/** `stringData` is a convenience of writers: it ends up in `data`. */
function secret(draft: Draft): void {
  setDefaults(draft, { type: 'Opaque' })
  const { stringData } = draft
  if (!isObject(stringData)) return
  const data = madePart(draft, 'data')
  for (const [name, text] of Object.entries(stringData))
    data[name] = Buffer.from(`${text}`).toString('base64')
  delete draft.stringData
}

/** Of references to secrets only the name is kept. */
function serviceAccount(draft: Draft): void {
  for (const secret of parts(draft, 'secrets'))
    for (const field of Object.keys(secret)) if (field !== 'name') delete secret[field]
}

function service({ spec: held }: Draft): void {
  if (!isObject(held)) return
  const spec = held as Draft
  setDefaults(spec, { sessionAffinity: 'None', type: 'ClusterIP' })
  affinityConfig(spec)
  for (const port of parts(spec, 'ports')) {
    if (port.targetPort === 0 || port.targetPort === '') delete port.targetPort
    setDefaults(port, { protocol: 'TCP', targetPort: port.port })
  }
  const isBalanced = spec.type === 'LoadBalancer'
  const isOutside = isBalanced || spec.type === 'NodePort'
  const hasOutsideAddress = spec.type === 'ClusterIP' && spec.externalIPs !== undefined
  if (isOutside || hasOutsideAddress) setDefaults(spec, { externalTrafficPolicy: 'Cluster' })
  if (isOutside || spec.type === 'ClusterIP') setDefaults(spec, { internalTrafficPolicy: 'Cluster' })
  else delete spec.internalTrafficPolicy
  if (isBalanced) setDefaults(spec, { allocateLoadBalancerNodePorts: true })
}

function affinityConfig(spec: Draft): void {
  if (spec.sessionAffinity === 'None') delete spec.sessionAffinityConfig
  if (spec.sessionAffinity !== 'ClientIP') return
  setDefaults(madePart(madePart(spec, 'sessionAffinityConfig'), 'clientIP'), { timeoutSeconds: 10_800 })
}

function replicationController(draft: Draft): void {
  const spec = part(draft, 'spec')
  const labels = part(part(part(spec, 'template'), 'metadata'), 'labels')
  if (labels === undefined) return
  setDefaults(spec, { selector: labels })
  setDefaults(madePart(draft, 'metadata'), { labels })
}

function persistentVolume(draft: Draft): void {
  setDefaults(part(draft, 'status'), { phase: 'Pending' })
  setDefaults(part(draft, 'spec'), { persistentVolumeReclaimPolicy: 'Retain', volumeMode: 'Filesystem' })
}

/** The two ways to name a source of data say the same; the old one takes only claims and snapshots. */
function claimSpec(spec: Draft): void {
  setDefaults(spec, { volumeMode: 'Filesystem' })
  const source = part(spec, 'dataSource')
  if (source !== undefined && !isClaimOrSnapshot(source)) delete spec.dataSource
  if (part(spec, 'dataSourceRef')?.namespace !== undefined) delete spec.dataSourceRef
  if (spec.dataSource !== undefined) setDefaults(spec, { dataSourceRef: spec.dataSource })
  const reference = part(spec, 'dataSourceRef')
  if (reference !== undefined && isClaimOrSnapshot(reference)) setDefaults(spec, { dataSource: reference })
}

function isClaimOrSnapshot({ kind, apiGroup = '' }: Draft): boolean {
  if (kind === 'PersistentVolumeClaim') return apiGroup === ''
  return kind === 'VolumeSnapshot' && apiGroup === 'snapshot.storage.k8s.io'
}

function limitRangeItem(item: Draft): void {
  if (item.type !== 'Container') return
  const limits = madePart(item, 'default')
  const requests = madePart(item, 'defaultRequest')
  setDefaults(limits, part(item, 'max') ?? {})
  setDefaults(requests, limits)
  setDefaults(requests, part(item, 'min') ?? {})
  if (Object.keys(limits).length === 0) delete item.default
  if (Object.keys(requests).length === 0) delete item.defaultRequest
}
