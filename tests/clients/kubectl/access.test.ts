import { useSystem } from '@reeve/test-servers'
import { afterAll, beforeAll, describe } from 'vitest'
import { describeLines } from './describe-lines.ts'
import { expectSame } from './expect-same.ts'
import { type KubectlTwins, startKubectlTwins } from './kubectl-twins.ts'
import { configMap, WIDGETS, widget } from './manifests.ts'

const kubernetes = await useSystem('kubernetes')

describe.skipIf(!kubernetes.available)('kubectl is let in, and defines kinds, as on a real cluster', () => {
  let twins: KubectlTwins

  beforeAll(async () => {
    twins = await startKubectlTwins()
    await twins.write('crd.json', WIDGETS)
    await twins.write('w1.json', widget('w1', { size: 1 }))
    await twins.write('cm.json', configMap('c1', { a: '1' }))
    await expectSame(twins, [
      'kubectl create ns shop',
      'kubectl config set-context --current --namespace=shop >/dev/null',
      'until kubectl get clusterrole cluster-admin view >/dev/null 2>&1; do sleep 0.2; done',
      'kubectl create -f crd.json -f cm.json',
      'kubectl wait --for=condition=Established crd/widgets.kubectl.reeve.dev --timeout=20s',
      'until kubectl create -f w1.json >/dev/null 2>&1; do sleep 0.2; done',
      'kubectl create sa robot',
      'kubectl create role r --verb=get,list --resource=pods,configmaps',
      'kubectl create rolebinding rb --role=r --serviceaccount=shop:robot',
      // A real cluster lets rules in after a moment.
      'until kubectl auth can-i list pods --as=system:serviceaccount:shop:robot >/dev/null 2>&1; do sleep 0.2; done',
    ])
  })
  afterAll(() => twins?.[Symbol.asyncDispose]())

  describeLines('access', () => twins)
  describeLines('definitions', () => twins)
})
