/** An object of a project's kind, and values that its schema or its rules refuse. */
export interface Sample {
  readonly path: string
  readonly object: SampleObject
  /** Where, as in `spec.rules.0.matches`, and what stands there instead; undefined takes it away. */
  readonly broken: readonly (readonly [at: string, value: unknown])[]
}

export interface SampleObject {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string; readonly [more: string]: unknown }
  readonly [more: string]: unknown
}

type Broken = Sample['broken']

function sample(at: string, kind: string, spec: object, broken: Broken): Sample {
  const [group = '', version = '', plural = '', scope] = at.split(' ')
  const place = scope === 'cluster' ? '' : '/namespaces/default'
  return {
    path: `/apis/${group}/${version}${place}/${plural}`,
    object: {
      apiVersion: `${group}/${version}`,
      kind,
      metadata: { name: 'sample', labels: { a: 'b' } },
      spec,
    },
    broken,
  }
}

const GATEWAY: readonly Sample[] = [
  sample(
    'gateway.networking.k8s.io v1 gatewayclasses cluster',
    'GatewayClass',
    { controllerName: 'example.io/controller', description: 'one' },
    [
      ['spec.controllerName', 'no path'],
      ['spec.controllerName', undefined],
      ['spec.description', 'x'.repeat(65)],
      ['spec', 'text'],
      ['spec.parametersRef', { group: 'a', kind: 'B' }],
    ],
  ),
  sample(
    'gateway.networking.k8s.io v1 gateways',
    'Gateway',
    {
      gatewayClassName: 'one',
      listeners: [
        { name: 'http', port: 80, protocol: 'HTTP', allowedRoutes: { namespaces: { from: 'Same' } } },
        {
          name: 'https',
          port: 443,
          protocol: 'HTTPS',
          tls: { mode: 'Terminate', certificateRefs: [{ name: 'certificate' }] },
        },
      ],
    },
    [
      ['spec.listeners', []],
      ['spec.listeners.1.name', 'http'],
      ['spec.listeners.1', { name: 'again', port: 80, protocol: 'HTTP' }],
      ['spec.listeners.0.tls', { certificateRefs: [] }],
      ['spec.listeners.1.tls', undefined],
      ['spec.listeners.0.port', 65_536],
      ['spec.listeners.0.port', '80'],
      ['spec.listeners.0.hostname', '1.2.3.4'],
      ['spec.listeners.0.allowedRoutes.namespaces.from', 'Nowhere'],
      ['spec.addresses', [{ type: 'IPAddress', value: 'a' }]],
    ],
  ),
  sample(
    'gateway.networking.k8s.io v1 httproutes',
    'HTTPRoute',
    {
      parentRefs: [{ name: 'one' }],
      hostnames: ['a.example.io'],
      rules: [
        {
          matches: [{ path: { type: 'PathPrefix', value: '/shop' }, method: 'GET' }],
          filters: [
            { type: 'RequestHeaderModifier', requestHeaderModifier: { set: [{ name: 'x', value: 'y' }] } },
          ],
          backendRefs: [{ name: 'service', port: 8080, weight: 3 }],
          timeouts: { request: '10s', backendRequest: '2s' },
        },
      ],
    },
    [
      ['spec.rules.0.matches.0.path.value', 'no-slash'],
      ['spec.rules.0.matches.0.path.value', '/a//b'],
      ['spec.rules.0.matches.0.path.type', 'Other'],
      ['spec.rules.0.filters.0.requestHeaderModifier', undefined],
      ['spec.rules.0.filters.0.type', 'RequestRedirect'],
      ['spec.rules.0.backendRefs.0.port', undefined],
      ['spec.rules.0.timeouts.backendRequest', '20s'],
      ['spec.rules.0.timeouts.request', 'soon'],
      ['spec.hostnames.0', '*.*.io'],
      ['spec.parentRefs.1', { name: 'one' }],
      ['spec.rules', {}],
    ],
  ),
]

const CERT_MANAGER: readonly Sample[] = [
  sample(
    'cert-manager.io v1 certificates',
    'Certificate',
    {
      secretName: 'secret',
      dnsNames: ['a.example.io'],
      duration: '2160h',
      privateKey: { algorithm: 'ECDSA', size: 256, rotationPolicy: 'Always' },
      issuerRef: { name: 'issuer', kind: 'Issuer' },
      usages: ['server auth'],
    },
    [
      ['spec.secretName', undefined],
      ['spec.issuerRef', undefined],
      ['spec.privateKey.algorithm', 'DSA'],
      ['spec.privateKey.size', 1.5],
      ['spec.usages.0', 'nothing'],
      ['spec.dnsNames', 'a.example.io'],
      ['spec.keystores', { jks: { create: true } }],
      ['spec.revisionHistoryLimit', 0],
    ],
  ),
  sample(
    'cert-manager.io v1 clusterissuers cluster',
    'ClusterIssuer',
    {
      acme: {
        server: 'https://acme.example.io/directory',
        privateKeySecretRef: { name: 'key' },
        solvers: [{ http01: { ingress: { ingressClassName: 'nginx' } } }],
      },
    },
    [
      ['spec', undefined],
      ['spec.acme.server', undefined],
      ['spec.acme.solvers.0.http01.ingress', 1],
      ['spec.acme.solvers.0.dns01', { cloudflare: { apiTokenSecretRef: {} } }],
    ],
  ),
]

const FLUX: readonly Sample[] = [
  sample(
    'source.toolkit.fluxcd.io v1 gitrepositories',
    'GitRepository',
    { url: 'https://example.io/repository', interval: '1m', ref: { branch: 'main' } },
    [
      ['spec.url', 'ftp://example.io'],
      ['spec.interval', 'often'],
      ['spec.interval', undefined],
      ['spec.secretRef', {}],
      ['spec.verify', { mode: 'none' }],
      ['spec.timeout', '1h'],
    ],
  ),
  sample(
    'source.toolkit.fluxcd.io v1 buckets',
    'Bucket',
    { bucketName: 'one', endpoint: 'minio.example.io:9000', interval: '5m', provider: 'generic' },
    [
      ['spec.provider', 'other'],
      ['spec.sts', { provider: 'aws', endpoint: 'https://sts.example.io' }],
      ['spec.endpoint', null],
    ],
  ),
  sample(
    'kustomize.toolkit.fluxcd.io v1 kustomizations',
    'Kustomization',
    {
      interval: '10m',
      path: './deploy',
      prune: true,
      sourceRef: { kind: 'GitRepository', name: 'one' },
      images: [{ name: 'a', newTag: 'b' }],
    },
    [
      ['spec.prune', undefined],
      ['spec.prune', 'yes'],
      ['spec.sourceRef.kind', 'ConfigMap'],
      ['spec.images.0.name', undefined],
      ['spec.targetNamespace', 'x'.repeat(64)],
      ['spec.bogus', 1],
    ],
  ),
]

/** Objects as the manuals of these projects show them. */
export const SAMPLES: readonly Sample[] = [...GATEWAY, ...CERT_MANAGER, ...FLUX]
