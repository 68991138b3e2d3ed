import { useSystem } from '@reeve/test-servers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeLines } from './describe-lines.ts'
import { expectSame } from './expect-same.ts'
import { type KubectlTwins, startKubectlTwins } from './kubectl-twins.ts'
import { configMap, OWNERS, WIDGETS, widget } from './manifests.ts'

const kubernetes = await useSystem('kubernetes')

describe.skipIf(!kubernetes.available)('kubectl reads on reeve serve as on a real cluster', () => {
  let twins: KubectlTwins
  const same = (...lines: string[]): Promise<void> => expectSame(twins, lines)

  beforeAll(async () => {
    twins = await startKubectlTwins()
    await twins.write('crd.json', WIDGETS)
    await twins.write('w1.json', widget('w1', { size: 1 }))
    await twins.write('w2.json', widget('w2', { size: 2, colour: 'green' }))
    await twins.write('cm.json', configMap('c1', { a: '1', b: '2' }))
    const ready = [
      'kubectl create ns shop',
      'kubectl config set-context --current --namespace=shop >/dev/null',
      'kubectl create -f crd.json',
      'kubectl wait --for=condition=Established crd/widgets.kubectl.reeve.dev --timeout=20s',
      'kubectl create -f w1.json -f w2.json -f cm.json',
      'kubectl label wd w1 app=shop',
      // A real cluster takes a moment for these.
      'until kubectl explain widget >/dev/null 2>&1; do sleep 0.2; done',
      'until kubectl get sa default >/dev/null 2>&1; do sleep 0.2; done',
      'until kubectl get cm kube-root-ca.crt >/dev/null 2>&1; do sleep 0.2; done',
    ]
    await same(...ready)
  })
  afterAll(() => twins?.[Symbol.asyncDispose]())

  it('says who it speaks to', async () => {
    await same(
      'kubectl cluster-info => is running at <server>',
      "kubectl version | sed 's/Server.*//' => Client Version: v1.34.2",
      "kubectl config view --minify -o jsonpath='{.contexts[0].context.namespace}' => shop",
      'kubectl get --raw /livez => ok',
      'kubectl get --raw /version | grep -c gitVersion => 1',
    )
    expect(await twins.runOurs('kubectl version')).toContain('Server Version: v1.34.2+reeve')
  })

  it('lists what is served', async () => {
    await same(
      'kubectl api-resources --api-group=apps -o wide => deployments deploy apps/v1 true Deployment',
      'kubectl api-resources --api-group=kubectl.reeve.dev => widgets wd kubectl.reeve.dev/v1 true Widget',
      'kubectl api-resources --cached=false -o wide --api-group=events.k8s.io => events ev',
      'kubectl api-resources --categories=all -o name | sort => widgets.kubectl.reeve.dev',
      'kubectl api-versions | grep -v -e apiregistration -e authentication -e authorization.k8s.io/v1$ => apps/v1',
    )
  })

  it('prints one object in every form', async () => {
    await same(
      'kubectl get wd w1 => NAME SIZE AGE',
      'kubectl get wd w1 -o wide => NAME SIZE COLOUR AGE',
      'kubectl get wd w1 -o yaml => kind: Widget',
      'kubectl get wd w1 -o json => "kind": "Widget"',
      `kubectl get wd w1 -o ${OWNERS} => kubectl-create Update`,
      'kubectl get wd w1 -o name => widget.kubectl.reeve.dev/w1',
      "kubectl get wd w1 -o jsonpath='{.spec.size} {.metadata.name}' => 1 w1",
      "kubectl get wd w1 -o jsonpath-as-json='{.spec.size}' => 1",
      "kubectl get wd w1 -o template='{{.spec.colour}}' => red",
      'kubectl describe wd w1 => Colour: red',
      'kubectl get cm c1 -o yaml => kind: ConfigMap',
      'kubectl describe cm c1 => BinaryData',
    )
  })

  it('prints lists in every form', async () => {
    await same(
      'kubectl get wd => w2 2',
      'kubectl get wd -o wide => green',
      'kubectl get wd -o jsonpath=\'{range .items[*]}{.metadata.name}{"\\n"}{end}\' => w2',
      'kubectl get wd -o jsonpath=\'{.items[?(@.metadata.name=="w2")].spec.size}\' => 2',
      'kubectl get wd -o custom-columns=N:.metadata.name,S:.spec.size,X:.spec.nothing => <none>',
      'kubectl get wd -o go-template=\'{{range .items}}{{.metadata.name}} {{.spec.size}}{{"\\n"}}{{end}}\' => w2 2',
      'kubectl get wd --show-labels => app=shop',
      'kubectl get wd -L app => APP',
      'kubectl get wd --no-headers => w1',
      'kubectl get wd --sort-by=.spec.size => w1',
      'kubectl get wd -A => NAMESPACE NAME SIZE',
      'kubectl get wd --chunk-size=1 => w2',
      'kubectl get wd/w1 cm/c1 -o name => configmap/c1',
      'kubectl get wd,cm -o name => configmap/c1',
      'kubectl get all => widget.kubectl.reeve.dev/w1',
    )
  })

  it('selects by labels and fields', async () => {
    await same(
      'kubectl get wd -l app=shop -o name => w1',
      "kubectl get wd -l 'app notin (shop),!nothing' -o name => w2",
      'kubectl get wd --field-selector metadata.name!=w1 -o name => w2',
      'kubectl get ns --field-selector status.phase=Active -o name => namespace/shop',
      'kubectl get pods --field-selector=spec.nodeName=n1 => No resources found',
      'kubectl get ns --field-selector bogus=1 => field label not supported',
      "kubectl get ns -l 'a b' => unable to parse",
    )
  })

  it('says what is not there', async () => {
    await same(
      'kubectl get wd nosuch => widgets.kubectl.reeve.dev "nosuch" not found',
      'kubectl get nosuch => the server doesn\'t have a resource type "nosuch"',
      'kubectl get pods => No resources found in shop namespace.',
      'kubectl logs nosuch => pods "nosuch" not found',
      'kubectl top nodes => Metrics API not available',
      'kubectl get --raw /api/v1/namespaces/nosuch => namespaces "nosuch" not found',
    )
  })

  it('explains kinds from their schemas', async () => {
    await same(
      'kubectl explain widget.spec --recursive => colour <string>',
      'kubectl explain widget.spec.colour => ENUM',
      'kubectl explain widget.spec.parts => name <string> -required-',
      'kubectl explain deployment.spec.strategy => rollingUpdate',
      'kubectl explain cm.data => map[string]string',
      'kubectl explain configmap --recursive => binaryData',
      'kubectl explain nosuch => exit code 1',
      'kubectl explain widget.spec.nosuch => field "nosuch" does not exist',
    )
  })

  it('watches lists and single objects', async () => {
    const change = (size: number): string =>
      `(sleep 1; kubectl patch wd w2 --type=merge -p '{"spec":{"size":${size}}}' >/dev/null) &`
    await same(
      `${change(20)} kubectl get wd -w --request-timeout=3s => w2 20`,
      `${change(21)} kubectl get wd w2 -w -o jsonpath='{.spec.size} ' --request-timeout=3s => 20 21`,
      `${change(22)} kubectl get wd --watch-only --request-timeout=3s => w2 22`,
      `${change(2)} kubectl get wd w2 --output-watch-events -w --request-timeout=3s => MODIFIED w2 2`,
    )
  })

  describeLines('reading', () => twins)
})
