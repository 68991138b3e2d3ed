import { useSystem } from '@reeve/test-servers'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { describeLines } from './describe-lines.ts'
import { expectSame } from './expect-same.ts'
import { type KubectlTwins, startKubectlTwins } from './kubectl-twins.ts'
import { configMap, deployment, OWNERS, WIDGETS, widget } from './manifests.ts'

const kubernetes = await useSystem('kubernetes')

describe.skipIf(!kubernetes.available)('kubectl writes on reeve serve as on a real cluster', () => {
  let twins: KubectlTwins
  const same = (...lines: string[]): Promise<void> => expectSame(twins, lines)

  beforeAll(async () => {
    twins = await startKubectlTwins()
    await twins.write('crd.json', WIDGETS)
    await twins.write('w1.json', widget('w1', { size: 1 }))
    await twins.write('w1-more.json', widget('w1', { size: 2, parts: [{ name: 'a', weight: 1 }] }))
    await twins.write('scaled.json', widget('scaled', { size: 1 }))
    await twins.write('bad.json', widget('bad', { size: -1, colour: 'blue', bogus: 1 }))
    await twins.write('cm.json', configMap('c1', { a: '1', b: '2' }))
    await twins.write('cm-other.json', configMap('c1', { a: '1', c: '3' }))
    await twins.write('web.json', deployment('web', 'web:1'))
    await twins.write('web-2.json', deployment('web', 'web:2'))
    await twins.write('scaled-web.json', deployment('scaled', 'web:1'))
    await same(
      'kubectl create ns shop',
      'kubectl config set-context --current --namespace=shop >/dev/null',
      'kubectl create -f crd.json',
      'kubectl wait --for=condition=Established crd/widgets.kubectl.reeve.dev --timeout=20s',
      'until kubectl explain widget >/dev/null 2>&1; do sleep 0.2; done',
    )
  })
  afterAll(() => twins?.[Symbol.asyncDispose]())

  it('applies, twice without a change, and shows the difference first', async () => {
    await same(
      'kubectl apply -f w1.json => created',
      'kubectl apply -f w1.json => unchanged',
      'kubectl diff -f w1-more.json => + size: 2',
      'kubectl apply -f w1-more.json => configured',
      'kubectl diff -f w1-more.json',
      `kubectl get wd w1 -o ${OWNERS} => kubectl-client-side-apply Update`,
      'kubectl apply view-last-applied wd w1 => size: 2',
      'kubectl apply -f web.json => created',
      'kubectl apply -f web-2.json => configured',
      'kubectl apply -f web-2.json => unchanged',
      'kubectl diff -f web.json | grep image => + - image: web:1',
      'kubectl apply -f cm.json --dry-run=server -o yaml => kind: ConfigMap',
      'kubectl apply -f cm.json --dry-run=client -o name => configmap/c1',
      'kubectl get cm c1 => not found',
    )
  })

  it('goes over to applying on the server, and back', async () => {
    await same(
      'kubectl diff --server-side -f w1.json => - size: 2',
      'kubectl apply --server-side -f w1.json => serverside-applied',
      `kubectl get wd w1 -o ${OWNERS} => kubectl Apply`,
      'kubectl apply --server-side --field-manager=other -f w1-more.json => conflict with "kubectl": .spec.size',
      'kubectl apply --server-side --field-manager=other --force-conflicts -f w1-more.json => serverside-applied',
      `kubectl get wd w1 -o ${OWNERS} => other Apply`,
      'kubectl apply -f cm.json => created',
      'kubectl apply --server-side -f cm-other.json => serverside-applied',
      `kubectl get cm c1 -o ${OWNERS} => kubectl Apply`,
      'kubectl apply -f cm.json => configured',
      `kubectl get cm c1 -o ${OWNERS} => kubectl`,
      'kubectl apply --server-side -f web.json => serverside-applied',
      'kubectl apply --server-side --field-manager=other -f web-2.json => conflict',
    )
  })

  it('is refused what does not fit, before anything is written', async () => {
    await same(
      'kubectl apply -f bad.json => unknown field "spec.bogus"',
      'kubectl apply --server-side -f bad.json => .spec.bogus: field not declared in schema',
      'kubectl create -f bad.json => strict decoding error: unknown field "spec.bogus"',
      'kubectl create -f w1.json => already exists',
      'kubectl get wd bad => not found',
    )
  })

  it('edits', async () => {
    await same(
      `KUBE_EDITOR='sed -i s/size:\\ 2/size:\\ 7/' kubectl edit wd w1 => edited`,
      "kubectl get wd w1 -o jsonpath='{.spec.size}' => 7",
      'KUBE_EDITOR=true kubectl edit wd w1 => Edit cancelled, no changes made.',
      `KUBE_EDITOR='sed -i s/^\\ \\ a:.*/\\ \\ a:\\ changed/' kubectl edit cm c1 => edited`,
      "kubectl get cm c1 -o jsonpath='{.data.a}' => changed",
      `KUBE_EDITOR='sed -i s/image:.*/image:\\ edited/' kubectl edit deploy web => edited`,
      "kubectl get deploy web -o jsonpath='{.spec.template.spec.containers[0].image}' => edited",
    )
  })

  it('patches in each way', async () => {
    await same(
      `kubectl patch wd w1 --type=merge -p '{"spec":{"size":3}}' => patched`,
      `kubectl patch wd w1 --type=merge -p '{"spec":{"size":3}}' => patched (no change)`,
      `kubectl patch wd w1 --type=json -p '[{"op":"replace","path":"/spec/size","value":4}]' => patched`,
      `kubectl patch wd w1 --type=json -p '[{"op":"test","path":"/spec/size","value":1}]' => the server rejected our request`,
      `kubectl patch wd w1 -p '{"spec":{"size":5}}' => strategic-merge-patch+json is not supported by`,
      `kubectl patch deploy web -p '{"spec":{"template":{"spec":{"containers":[{"name":"side","image":"s"}]}}}}' => patched`,
      "kubectl get deploy web -o jsonpath='{.spec.template.spec.containers[*].name}' => side web",
      `kubectl patch wd w1 --subresource=status --type=merge -p '{"status":{"size":2,"selector":"a=b"}}' => patched`,
      "kubectl get wd w1 --subresource=status -o jsonpath='{.status}' => selector",
      `kubectl patch -f w1.json --type=merge -p '{"spec":{"size":6}}' -o yaml => size: 6`,
      `kubectl patch cm c1 -p 'a: ["' => unable to parse`,
    )
  })

  it('labels, annotates and sets', async () => {
    await same(
      'kubectl label wd w1 a=b => labeled',
      "kubectl label wd w1 a=c => 'a' already has a value",
      'kubectl label wd w1 a=c --overwrite => labeled',
      'kubectl label wd --all x=y => labeled',
      'kubectl label wd w1 a- => unlabeled',
      'kubectl label wd w1 --list => x=y',
      'kubectl label deploy web tier=front --resource-version=1 => the object has been modified',
      'kubectl annotate wd w1 n=m => annotated',
      'kubectl annotate wd w1 n- => annotated',
      'kubectl set image deploy/web web=web:3 => image updated',
      'kubectl set image deploy/web nosuch=web:3 => unable to find container',
      'kubectl set env deploy/web A=1 => env updated',
      'kubectl set resources deploy web --limits=cpu=1 => resource requirements updated',
      'kubectl set serviceaccount deploy web robot => serviceaccount updated',
      'kubectl get deploy web -o jsonpath=\'{.spec.template.spec}\' => "serviceAccount":"robot"',
    )
  })

  it('replaces, also by deleting first', async () => {
    await same(
      'kubectl replace -f cm.json => replaced',
      'kubectl get cm c1 -o jsonpath=\'{.data}\' => "b":"2"',
      'kubectl replace --force -f cm-other.json => configmap/c1 replaced',
      'kubectl get wd w1 -o json | kubectl replace -f - => replaced',
      'kubectl apply set-last-applied -f w1.json >/dev/null; kubectl get wd w1 -o name => w1',
      'kubectl get wd w1 -o json | sed \'s/"resourceVersion": .*/"resourceVersion": "1",/\' | kubectl replace -f - => the object has been modified',
    )
  })

  it('waits', async () => {
    await same(
      "kubectl wait --for=jsonpath='{.spec.size}'=6 wd/w1 --timeout=5s => condition met",
      "kubectl wait --for=jsonpath='{.spec.size}'=9 wd/w1 --timeout=1s => timed out",
      'kubectl wait --for=create wd/w1 --timeout=1s => condition met',
      `(sleep 1; kubectl patch wd w1 --subresource=status --type=merge -p '{"status":{"conditions":[{"type":"Ready","status":"True"}]}}' >/dev/null) & kubectl wait --for=condition=Ready wd/w1 --timeout=10s => condition met`,
      '(sleep 1; kubectl delete wd w1 >/dev/null) & kubectl wait --for=delete wd/w1 --timeout=10s => condition met',
    )
  })

  it('deletes in each way', async () => {
    await same(
      'kubectl apply -f w1.json; kubectl delete -f w1.json --cascade=foreground => deleted from shop namespace',
      'kubectl apply -f w1.json; kubectl delete wd w1 --cascade=orphan => deleted',
      'kubectl apply -f w1.json; kubectl delete wd w1 --dry-run=client => (dry run)',
      `kubectl patch wd w1 --type=merge -p '{"metadata":{"finalizers":["reeve.dev/x"]}}' => patched`,
      'kubectl delete wd w1 --wait=false => deleted',
      'kubectl get wd w1 -o jsonpath=\'{.metadata.finalizers} {.metadata.generation}\' => ["reeve.dev/x"] 2',
      `kubectl patch wd w1 --type=merge -p '{"metadata":{"finalizers":null}}' => patched`,
      'kubectl delete wd w1 => not found',
      'kubectl delete wd w1 --ignore-not-found',
      'kubectl apply -f w1.json; kubectl delete wd -l nope=1 => No resources found',
      'kubectl delete wd --field-selector metadata.name=w1 => deleted',
      'kubectl apply -f w1.json; kubectl delete wd --all => deleted',
      'kubectl delete cm c1 --now => deleted',
      'kubectl delete deploy web --grace-period=0 --force => force deleted',
      'kubectl delete cm/c9 wd/w9 => configmaps "c9" not found',
    )
  })

  it('makes more to work on', () =>
    same('kubectl create -f scaled.json -f scaled-web.json => deployment.apps/scaled created'))

  describeLines('writing', () => twins)

  it('ends a kind and a namespace with all that is in them', async () => {
    await same(
      'kubectl delete crd widgets.kubectl.reeve.dev => deleted',
      'kubectl get wd => the server could not find the requested resource',
      'kubectl delete ns shop => deleted',
      'kubectl get ns shop => not found',
      'kubectl -n shop create cm x => namespaces "shop" not found',
    )
  })
})
