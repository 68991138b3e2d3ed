import { configMap } from './manifests.ts'

const ROBOT = '--as=system:serviceaccount:shop:robot'

function create(object: object): string {
  return `printf '%s' '${JSON.stringify(object)}' | kubectl create -f -`
}

function patchDefinition(...operations: readonly object[]): string {
  return `kubectl patch crd widgets.kubectl.reeve.dev --type=json -p '${JSON.stringify(operations)}'`
}

const CONTAINER = { name: 'a', image: 'b' }
const MISMATCHED = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 't' },
  spec: {
    selector: { matchLabels: { a: 'b' } },
    template: { metadata: { labels: { a: 'c' } }, spec: { containers: [] } },
  },
}
const named = (apiVersion: string, kind: string): object => ({ apiVersion, kind, metadata: { name: 't' } })

/**
 * Lines that stand for themselves, by the suite that they are run in, with what a real cluster says to them.
 * `not yet: ` marks those to which `reeve serve` says something else; who changes that takes the mark away.
 */
export const LINES = {
  reading: [
    'kubectl get ns => STATUS',
    'kubectl get cm => DATA',
    'kubectl get sa => SECRETS',
    'kubectl get crd widgets.kubectl.reeve.dev => CREATED AT',
    'kubectl get wd,cm => DATA',
    'kubectl explain widget => APIVersion defines the versioned schema',
    'kubectl explain deployment.spec.strategy -o plaintext-openapiv2 | head -10 => RESOURCE: strategy',
    "kubectl get --raw '/readyz?verbose' | tail -1 => readyz check passed",
    'kubectl get --raw /apis/kubectl.reeve.dev/v1 => widgets/scale',
    'kubectl get wd w1 --subresource=scale => DESIRED',
    'kubectl get ep => Warning: v1 Endpoints is deprecated',
    'kubectl get clusterrole cluster-admin view edit admin -o name => clusterrole.rbac.authorization.k8s.io/view',
    'kubectl get priorityclass -o name => priorityclass.scheduling.k8s.io/system-node-critical',
    'kubectl get cm -o yaml | kubectl apply --dry-run=server -f - => configured',
  ],
  writing: [
    'kubectl scale deploy scaled --replicas=0 => scaled',
    'kubectl scale deploy scaled --replicas=1 --current-replicas=3 => Expected replicas to be 3, was 0',
    'kubectl scale wd scaled --replicas=9 => scaled',
    'kubectl scale wd --all --replicas=2 => scaled',
    'kubectl get deploy scaled --subresource=scale -o yaml => kind: Scale',
    'kubectl autoscale deploy scaled --max=3 --dry-run=server -o yaml => HorizontalPodAutoscaler',
    `kubectl patch wd scaled --type=merge -p '{"spec":{"size":-3}}' => should be a non-negative integer`,
    "kubectl label wd scaled 'bad key=1' => name part must consist of alphanumeric characters",
    `kubectl patch wd scaled --type=merge -p '{"metadata":{"labels":{"a":"bad value"}}}' => a valid label must be`,
    `kubectl patch wd scaled --type=merge -p '{"metadata":{"resourceVersion":null}}' => must be specified for an update`,
    'kubectl create -f bad.json --validate=warn => Warning: unknown field "spec.bogus"',
    'kubectl replace -f bad.json => strict decoding error: unknown field "spec.bogus"',
    `kubectl patch deploy scaled -p '{"spec":{"selector":{"matchLabels":{"app":"other"}}}}' => field is immutable`,
    'kubectl delete wd scaled --dry-run=server; kubectl get wd scaled -o name => widget.kubectl.reeve.dev/scaled',
  ],
  creating: [
    'kubectl get secrets => TYPE',
    'kubectl get role,rolebinding -o wide => SERVICEACCOUNTS',
    'kubectl get deploy -o wide => UP-TO-DATE',
    'kubectl get svc cip en => EXTERNAL-IP',
    'kubectl get ing => HOSTS',
    'kubectl get cj => SCHEDULE',
    'kubectl get pdb => MIN AVAILABLE',
    'kubectl get priorityclass pc => GLOBAL-DEFAULT',
    'kubectl get pod p -o wide => READINESS GATES',
    `${create({ apiVersion: 'v1', kind: 'List', items: [configMap('l1', {}), configMap('l2', {})] })} => configmap/l2 created`,
    `${create({ apiVersion: 'v9', kind: 'ConfigMap', metadata: { name: 'v9' } })} => no matches for kind`,
    `${create({ ...named('v1', 'ConfigMap'), data: { a: 1 } })} => ConfigMap.data of type string`,
    `${create(MISMATCHED)} => does not match template`,
    `${create({ ...named('v1', 'Service'), spec: { ports: [] } })} => spec.ports: Required value`,
    `${create({ ...named('v1', 'Secret'), data: { a: 'not base64!' } })} => illegal base64 data at input byte 3`,
    `${create({ ...named('v1', 'Pod'), spec: { containers: [{ name: 'A_B', image: '' }] } })} => lowercase RFC 1123 label`,
    `${create({ ...named('coordination.k8s.io/v1', 'Lease'), spec: { leaseDurationSeconds: -1 } })} => must be greater than 0`,
    `${create({ ...named('admissionregistration.k8s.io/v1', 'ValidatingWebhookConfiguration'), webhooks: [{ name: 'x' }] })} => webhooks[0].sideEffects: Required value`,
    `${create({ ...named('policy/v1', 'PodDisruptionBudget'), spec: { minAvailable: 1, maxUnavailable: 1 } })} => cannot be both set`,
    `${create({ ...named('batch/v1', 'Job'), spec: { template: { spec: { containers: [CONTAINER] } } } })} => spec.template.spec.restartPolicy: Required value`,
    `${create({ ...named('networking.k8s.io/v1', 'Ingress'), spec: { rules: [{ host: 'BAD HOST' }] } })} => spec.rules[0].host: Invalid value`,
    `${create({ ...named('authorization.k8s.io/v1', 'SelfSubjectRulesReview'), spec: { namespace: 'shop' } })} -o jsonpath={.status.incomplete} => false`,
    `${create({ ...named('rbac.authorization.k8s.io/v1', 'Role'), rules: [{ verbs: [], resources: ['x'] }] })} => rules[0].verbs: Required value`,
    `${create({ ...named('rbac.authorization.k8s.io/v1', 'RoleBinding'), roleRef: { apiGroup: 'x', kind: 'Foo', name: '' } })} => roleRef.apiGroup: Unsupported value`,
    `kubectl patch rolebinding rb --type=merge -p '{"roleRef":{"name":"other"}}' => cannot change roleRef`,
  ],
  guarded: [
    'kubectl delete ns kube-system => this namespace may not be deleted',
    `${create({ ...named('v1', 'Pod'), spec: { nodeName: 'n1', containers: [CONTAINER] } })}; kubectl delete pod t --wait=false; kubectl get pod t => Terminating`,
    `kubectl delete pod t --grace-period=0 --force; kubectl get pod t => pods "t" not found`,
    `${create({ ...named('v1', 'Service'), spec: { clusterIP: '10.0.0.77', ports: [{ port: 80 }] } })}; kubectl get svc t => 10.0.0.77`,
    `kubectl patch svc t --type=merge -p '{"spec":{"clusterIP":"10.0.0.99"}}' => may not change once set`,
    'kubectl delete sa default; sleep 1; kubectl get sa default -o name => serviceaccount/default',
    'kubectl delete cm kube-root-ca.crt; sleep 1; kubectl get cm kube-root-ca.crt -o name => configmap/kube-root-ca.crt',
    `kubectl patch pod p --type=json -p '[{"op":"replace","path":"/spec/restartPolicy","value":"OnFailure"}]' => pod updates may not change fields other than`,
    `kubectl patch deploy web --type=merge -p '{"spec":{"replicas":-1}}' => must be greater than or equal to 0`,
    `kubectl patch deploy web --type=merge -p '{"spec":{"strategy":{"type":"Bogus"}}}' => spec.strategy: Unsupported value`,
    `kubectl patch deploy web --type=merge -p '{"spec":{"template":{"spec":{"restartPolicy":"Never"}}}}' => supported values: "Always"`,
  ],
  access: [
    'kubectl create token robot | grep -c "^eyJ" => 1',
    'kubectl create token nosuch => serviceaccounts "nosuch" not found',
    'kubectl auth can-i create configmaps => yes',
    "kubectl auth can-i '*' '*' => yes",
    'kubectl auth can-i nosuchverb nosuchthing => yes',
    `kubectl auth can-i list pods ${ROBOT} => yes`,
    `kubectl auth can-i delete pods ${ROBOT} => no`,
    `kubectl auth can-i get pods --subresource=log ${ROBOT} => no`,
    'kubectl auth can-i get /metrics --as=jane => no',
    'kubectl auth can-i create pods --as=jane --as-group=system:masters => yes',
    `kubectl auth can-i --list ${ROBOT} | grep configmaps => [get list]`,
    'kubectl auth whoami --as=jane --as-group=g => jane',
    'kubectl get cm --as=jane => User "jane" cannot list resource "configmaps"',
    `kubectl get cm c1 ${ROBOT} -o name => configmap/c1`,
    `kubectl delete cm c1 ${ROBOT} => cannot delete resource "configmaps"`,
    `kubectl create rolebinding esc --clusterrole=cluster-admin --user=mallory ${ROBOT} => forbidden`,
    'kubectl create clusterrolebinding eve --clusterrole=cluster-admin --user=eve; kubectl get ns shop --as=eve -o name => namespace/shop',
    'TOKEN=$(kubectl create token robot); kubectl --token=$TOKEN get cm c1 -o name => configmap/c1',
    "TOKEN=$(kubectl create token robot); kubectl --kubeconfig=/dev/null --server=$(kubectl config view --minify -o jsonpath='{.clusters[0].cluster.server}') --insecure-skip-tls-verify --token=$TOKEN auth whoami -o jsonpath='{.status.userInfo.username} {.status.userInfo.groups}' => system:serviceaccount:shop:robot",
    "kubectl --kubeconfig=/dev/null --server=$(kubectl config view --minify -o jsonpath='{.clusters[0].cluster.server}') --insecure-skip-tls-verify --token=wrong get ns => You must be logged in to the server",
  ],
  definitions: [
    'kubectl get crd widgets.kubectl.reeve.dev -o yaml => acceptedNames',
    'kubectl wait --for=condition=NamesAccepted crd/widgets.kubectl.reeve.dev => condition met',
    'kubectl get widgets.v1.kubectl.reeve.dev -o name => w1',
    'kubectl get widgets.v9.kubectl.reeve.dev => exit code 1',
    `${patchDefinition({ op: 'add', path: '/spec/versions/0/selectableFields', value: [{ jsonPath: '.spec.colour' }] })} => patched`,
    'until kubectl get wd --field-selector spec.colour=red 2>&1 | grep -q w1; do sleep 0.2; done; kubectl get wd --field-selector spec.colour=red -o name => w1',
    'kubectl get wd --field-selector spec.size=1 => field label not supported',
    `${patchDefinition({ op: 'add', path: '/spec/versions/-', value: { name: 'v2', served: true, storage: false, schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } } } })} => patched`,
    'until kubectl get widgets.v2.kubectl.reeve.dev >/dev/null 2>&1; do sleep 0.2; done; kubectl get widgets.v2.kubectl.reeve.dev w1 -o yaml => kubectl.reeve.dev/v2',
    'kubectl get --raw /apis/kubectl.reeve.dev => preferredVersion',
    `${patchDefinition({ op: 'replace', path: '/spec/names/kind', value: 'Other' })} => field is immutable`,
    `${patchDefinition({ op: 'replace', path: '/spec/scope', value: 'Cluster' })} => field is immutable`,
    `${patchDefinition({ op: 'replace', path: '/spec/group', value: 'x.io' })} => field is immutable`,
    `${patchDefinition({ op: 'replace', path: '/spec/versions/1/storage', value: true }, { op: 'remove', path: '/spec/versions/0' })} => missing from spec.versions`,
    `${create({ ...named('apiextensions.k8s.io/v1', 'CustomResourceDefinition'), spec: { group: 'x.io', scope: 'Namespaced', names: { plural: 'things', kind: 'Thing' }, versions: [{ name: 'v1', served: true, storage: true }] } })} => schema.openAPIV3Schema: Required value`,
    `${create({ ...named('apiextensions.k8s.io/v1', 'CustomResourceDefinition'), spec: { group: 'x.io', scope: 'Nowhere', names: { plural: 'things', kind: 'Thing' }, versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object', properties: { a: {}, b: { type: 'array' } } } } }] } })} => spec.scope: Unsupported value`,
  ],
} as const satisfies Record<string, readonly string[]>

export type Suite = keyof typeof LINES
