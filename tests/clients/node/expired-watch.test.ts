import {
  CoreV1Api,
  KubeConfig,
  type KubernetesObject,
  makeInformer,
  type V1ConfigMap,
  type V1Status,
  Watch,
} from '@kubernetes/client-node'
import { type ControlPlane, makeCertificate, startControlPlane } from '@reeve/apiserver'
import { type Ledger, openMemoryLedger } from '@reeve/ledger'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CutProxy, startCutProxy } from './cut-proxy.ts'

const NAMESPACE = 'default'
const PATH = `/api/v1/namespaces/${NAMESPACE}/configmaps`

describe('@kubernetes/client-node where the history is gone', () => {
  let ledger: Ledger
  let plane: ControlPlane
  let proxy: CutProxy
  const config = new KubeConfig()

  beforeAll(async () => {
    ledger = openMemoryLedger()
    plane = await startControlPlane({ ledger })
    const now = Date.now()
    const tls = makeCertificate({
      commonName: 'test',
      use: 'server',
      hosts: ['127.0.0.1'],
      notBefore: now - 1_000,
      notAfter: now + 3_600_000,
      serial: new Uint8Array(16).fill(1),
    })
    const { url } = await plane.listen({
      tls,
      users: { secret: { name: 'admin', groups: ['system:masters'] } },
    })
    proxy = await startCutProxy(url)
    config.loadFromClusterAndUser(
      { name: 'test', server: proxy.url, skipTLSVerify: true },
      { name: 'admin', token: 'secret' },
    )
  })
  afterAll(async () => {
    await proxy[Symbol.asyncDispose]()
    await plane.close()
    await ledger.close()
  })

  it('is told by an event that its version is too old', async () => {
    const core = config.makeApiClient(CoreV1Api)
    await core.createNamespacedConfigMap({ namespace: NAMESPACE, body: { metadata: { name: 'first' } } })
    await ledger.compact(await ledger.revision())
    const told = await new Promise<V1Status>((resolve, reject) => {
      void new Watch(config).watch(
        PATH,
        { resourceVersion: '1' },
        (phase: string, object: KubernetesObject) => {
          if (phase === 'ERROR') resolve(object as V1Status)
        },
        reject,
      )
    })
    expect(told).toMatchObject({ kind: 'Status', code: 410, reason: 'Expired', status: 'Failure' })
    expect(told.message).toMatch(/^too old resource version: 1 \(\d+\)$/)
  })

  it('lists anew with its informer, and tells what happened meanwhile as differences', async () => {
    const core = config.makeApiClient(CoreV1Api)
    const list = () => core.listNamespacedConfigMap({ namespace: NAMESPACE })
    const informer = makeInformer<V1ConfigMap>(config, PATH, list)
    const seen: string[] = []
    informer.on('add', ({ metadata }) => seen.push(`add ${metadata?.name}`))
    informer.on('delete', ({ metadata }) => seen.push(`delete ${metadata?.name}`))
    let away = true
    informer.on('error', () => {
      away = true
    })
    await informer.start()
    away = false
    expect(seen).toContain('add first')
    seen.length = 0
    proxy.cut()
    await until(() => away)
    await core.createNamespacedConfigMap({ namespace: NAMESPACE, body: { metadata: { name: 'second' } } })
    await core.deleteNamespacedConfigMap({ name: 'first', namespace: NAMESPACE })
    await ledger.compact(await ledger.revision())
    await informer.start()
    await until(() => seen.length === 2)
    expect(seen).toEqual(['delete first', 'add second'])
    await core.createNamespacedConfigMap({ namespace: NAMESPACE, body: { metadata: { name: 'third' } } })
    await until(() => seen.length === 3)
    expect(seen.at(-1)).toBe('add third')
    await informer.stop()
  })
})

async function until(done: () => boolean): Promise<void> {
  for (let waited = 0; !done(); waited += 20) {
    if (waited > 20_000) throw new Error('waited for twenty seconds in vain')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
