/** Fields of features that a stock server has switched off: it takes and forgets them. By the name of the type. */
export const DISABLED_FIELDS: Readonly<Record<string, readonly string[]>> = {
  'api.apps.v1.RollingUpdateStatefulSetStrategy': ['maxUnavailable'],
  'api.autoscaling.v2.HPAScalingRules': ['tolerance'],
  'api.coordination.v1.LeaseSpec': ['preferredHolder', 'strategy'],
  'api.core.v1.Container': ['restartPolicyRules'],
  'api.core.v1.EnvVarSource': ['fileKeyRef'],
  'api.core.v1.Lifecycle': ['stopSignal'],
  'api.core.v1.NodeSpec': ['configSource'],
  'api.core.v1.PodSpec': ['hostnameOverride'],
  'api.core.v1.VolumeProjection': ['clusterTrustBundle', 'podCertificate'],
  'api.discovery.v1.Endpoint': ['deprecatedTopology'],
  'api.resource.v1.DeviceClassSpec': ['extendedResourceName'],
  'api.resource.v1.DeviceSubRequest': ['capacity'],
  'api.resource.v1.ExactDeviceRequest': ['capacity'],
  'api.storage.v1.CSIDriverSpec': ['nodeAllocatableUpdatePeriodSeconds'],
}
