import { useSystem } from '@reeve/test-servers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeLines } from './describe-lines.ts'
import { expectSame } from './expect-same.ts'
import { type KubectlTwins, startKubectlTwins } from './kubectl-twins.ts'
import { configMap } from './manifests.ts'

const kubernetes = await useSystem('kubernetes')

function create(object: object): string {
  return `printf '%s' '${JSON.stringify(object)}' | kubectl create -f -`
}

describe.skipIf(!kubernetes.available)('kubectl creates on reeve serve as on a real cluster', () => {
  let twins: KubectlTwins
  const same = (...lines: string[]): Promise<void> => expectSame(twins, lines)

  beforeAll(async () => {
    twins = await startKubectlTwins()
    await twins.write('cm.json', configMap('c1', { a: '1' }))
    await same(
      'kubectl create ns shop => namespace/shop created',
      'kubectl config set-context --current --namespace=shop >/dev/null',
      'until kubectl get sa default >/dev/null 2>&1; do sleep 0.2; done',
    )
  })
  afterAll(() => twins?.[Symbol.asyncDispose]())

  it('makes namespaces, configuration and accounts', async () => {
    await same(
      'kubectl create ns shop => already exists',
      'kubectl create ns Bad_Name => a lowercase RFC 1123 label',
      'kubectl create namespace tmp --dry-run=server -o yaml => phase: Active',
      'kubectl get ns shop -o yaml => kubernetes.io/metadata.name: shop',
      'kubectl describe ns shop => Status: Active',
      'kubectl create configmap a --from-literal=x=y --from-literal=z=1 => created',
      'kubectl create configmap b --from-file=cm.json -o yaml => cm.json:',
      'kubectl create secret generic s --from-literal=k=v => created',
      'kubectl create secret tls t --cert=/dev/null --key=/dev/null => exit code 1',
      'kubectl create secret docker-registry r --docker-server=x --docker-username=u --docker-password=p => created',
      'kubectl get secrets --field-selector type=Opaque -o name => secret/s',
      'kubectl describe secret s => Type: Opaque',
      `kubectl patch secret s -p '{"type":"other"}' => field is immutable`,
      'kubectl create sa robot => created',
      'kubectl get sa robot -o yaml => kind: ServiceAccount',
    )
  })

  it('makes roles and bindings', async () => {
    await same(
      'kubectl create role r --verb=get,list --resource=pods,configmaps => created',
      'kubectl create rolebinding rb --role=r --serviceaccount=shop:robot => created',
      "kubectl create clusterrole cr --verb='*' --resource=deployments.apps => created",
      'kubectl create clusterrolebinding crb --clusterrole=cr --user=jane => created',
      'kubectl get clusterrole cr -o yaml => deployments',
      'kubectl describe role r => [get list]',
      'kubectl describe rolebinding rb => robot',
    )
  })

  it('makes workloads with the defaults of a real server', async () => {
    const own = 'grep -v -e deployment.kubernetes.io -e generation -e annotations:'
    await same(
      'kubectl create deployment web --image=nginx --replicas=0 => created',
      `kubectl get deploy web -o yaml | sed '/^status/,$d' | ${own} => imagePullPolicy: Always`,
      'kubectl expose deploy web --port=80 => exposed',
      "kubectl get svc web -o jsonpath='{.spec.type} {.spec.ports} {.spec.selector} {.spec.sessionAffinity} {.spec.internalTrafficPolicy} {.spec.ipFamilyPolicy}' => ClusterIP",
      'kubectl create service clusterip cip --tcp=80 --clusterip=None => created',
      'kubectl get svc cip -o yaml => clusterIP: None',
      'kubectl create service externalname en --external-name=x.io => created',
      'kubectl create ingress ing --rule=a.io/=web:80 => created',
      'kubectl get ing ing -o yaml => pathType: Exact',
      'kubectl create job j --image=busybox --dry-run=server -o yaml -- true | grep -v uid => completions: 1',
      "kubectl create cronjob cj --image=busybox --schedule='* * 1 1 *' -- true => created",
      'kubectl get cj cj -o yaml => concurrencyPolicy: Allow',
      'kubectl create quota q --hard=configmaps=100 => created',
      'kubectl create pdb p --selector=a=b --min-available=1 => created',
      'kubectl create priorityclass pc --value=5 => created',
      'kubectl run p --image=nginx --dry-run=server -o yaml => kube-api-access',
      'kubectl run p --image=nginx --restart=Never => created',
      'kubectl get pod p -o yaml => qosClass: BestEffort',
      'kubectl get pods --field-selector=status.phase=Pending -o name => pod/p',
      'kubectl describe pod p => Status: Pending',
    )
  })

  it('rolls out, as far as there is something to write', async () => {
    await same(
      'kubectl rollout pause deploy web => paused',
      'kubectl rollout pause deploy web => is already paused',
      'kubectl rollout resume deploy web => resumed',
      'kubectl rollout restart deploy web => restarted',
    )
    const generation = await twins.runOurs("kubectl get deploy web -o jsonpath='{.metadata.generation}'")
    // On a cluster this is what the controller of deployments writes.
    const status = JSON.stringify({ status: { observedGeneration: Number(generation) } })
    await twins.runOurs(`kubectl patch deploy web --subresource=status --type=merge -p '${status}'`)
    const said = await twins.runOurs('kubectl rollout status deploy web --timeout=10s')
    expect(said).toBe('deployment "web" successfully rolled out')
  })

  it('takes objects from files, and refuses what is wrong with them', async () => {
    const immutable = { ...configMap('im', { a: 'b' }), immutable: true }
    await same(
      `${create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { generateName: 'gen-' } })} | sed 's/gen-.*/gen-/' => configmap/gen-`,
      `${create(immutable)} => created`,
      `kubectl patch cm im -p '{"data":{"a":"c"}}' => field is immutable when`,
      `${create(configMap('UPPER', {}))} => a lowercase RFC 1123 subdomain`,
      `${create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: {} })} => name or generateName is required`,
      `${create({ ...configMap('t', {}), metadata: { name: 't', namespace: 'default' } })} -n shop => does not match the namespace`,
    )
  })

  describeLines('creating', () => twins)
  describeLines('guarded', () => twins)

  it('deletes all that is left', async () => {
    await same(
      'kubectl delete pod p --now => deleted',
      'kubectl delete svc,deploy,cj,ing,pdb --all >/dev/null; kubectl get svc,deploy,cj,ing,pdb => No resources found',
    )
  })
})
