import {
  ApiException,
  AppsV1Api,
  CoordinationV1Api,
  CoreV1Api,
  CustomObjectsApi,
  KubeConfig,
  type KubernetesObject,
  KubernetesObjectApi,
  makeInformer,
  PatchStrategy,
  setHeaderOptions,
  type V1ConfigMap,
  V1MicroTime,
  VersionApi,
  Watch,
} from '@kubernetes/client-node'
import { useSystem } from '@reeve/test-servers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deployment, WIDGETS, widget } from '../kubectl/manifests.ts'
import { type Access, serveReeve } from '../serve-reeve.ts'
import { type CutProxy, startCutProxy } from './cut-proxy.ts'

const kubernetes = await useSystem('kubernetes')

const SERVERS: Readonly<Record<string, () => Promise<Access & { stop(): Promise<void> }>>> = {
  'reeve serve': serveReeve,
  ...(kubernetes.available && { 'a real cluster': () => kubernetes.start() }),
}

describe.each(Object.entries(SERVERS))('@kubernetes/client-node on %s', (_, start) => {
  let server: Access & { stop(): Promise<void> }
  let proxy: CutProxy
  let config: KubeConfig
  const namespace = 'node'

  beforeAll(async () => {
    server = await start()
    proxy = await startCutProxy(server.url)
    config = new KubeConfig()
    config.loadFromFile(server.kubeconfig)
    const [cluster] = config.clusters
    if (cluster === undefined) throw new Error('no cluster in the kubeconfig')
    config.clusters = [{ ...cluster, server: proxy.url }]
    // Without kind and apiVersion, as everywhere below: the path says what it is.
    const made = await config
      .makeApiClient(CoreV1Api)
      .createNamespace({ body: { metadata: { name: namespace } } })
    expect(made.status?.phase).toBe('Active')
  })
  afterAll(async () => {
    await proxy?.[Symbol.asyncDispose]()
    await server?.stop()
  })

  it('makes, reads, replaces, lists and deletes typed objects that do not say their kind', async () => {
    const core = config.makeApiClient(CoreV1Api)
    const made = await core.createNamespacedConfigMap({
      namespace,
      body: { metadata: { name: 'typed', labels: { ours: 'yes' } }, data: { a: '1' } },
    })
    expect(made).toMatchObject({ kind: 'ConfigMap', apiVersion: 'v1', data: { a: '1' } })
    expect(made.metadata?.creationTimestamp).toBeInstanceOf(Date)
    const read = await core.readNamespacedConfigMap({ name: 'typed', namespace })
    const replaced = await core.replaceNamespacedConfigMap({
      name: 'typed',
      namespace,
      body: { ...read, data: { a: '2' } },
    })
    expect(replaced.data).toEqual({ a: '2' })
    const stale = core.replaceNamespacedConfigMap({ name: 'typed', namespace, body: read })
    await expect(stale).rejects.toMatchObject({ code: 409 })
    const listed = await core.listNamespacedConfigMap({ namespace, labelSelector: 'ours=yes' })
    expect(listed.items.map(({ metadata }) => metadata?.name)).toEqual(['typed'])
    const gone = await core.deleteNamespacedConfigMap({ name: 'typed', namespace })
    expect(gone.status).toBe('Success')
    const secret = await core.createNamespacedSecret({
      namespace,
      body: { metadata: { name: 's' }, stringData: { k: 'v' } },
    })
    expect(secret).toMatchObject({ type: 'Opaque', data: { k: 'dg==' } })
  })

  it('is told what is wrong by a Status', async () => {
    const core = config.makeApiClient(CoreV1Api)
    const missing = await core.readNamespacedConfigMap({ name: 'nosuch', namespace }).catch((error) => error)
    expect(missing).toBeInstanceOf(ApiException)
    expect(missing.code).toBe(404)
    expect(JSON.parse(missing.body)).toMatchObject({
      kind: 'Status',
      reason: 'NotFound',
      message: 'configmaps "nosuch" not found',
    })
    const bad = core.createNamespacedConfigMap({ namespace, body: { metadata: { name: 'BAD' } } })
    await expect(bad).rejects.toMatchObject({ code: 422 })
    const again = core.createNamespace({ body: { metadata: { name: namespace } } })
    await expect(again).rejects.toMatchObject({ code: 409 })
  })

  it('patches in each way', async () => {
    const apps = config.makeApiClient(AppsV1Api)
    await apps.createNamespacedDeployment({ namespace, body: deployment('web', 'web:1') })
    const patch = async (strategy: string, body: object, fieldManager?: string) => {
      const options = setHeaderOptions('Content-Type', strategy)
      const manager = fieldManager === undefined ? {} : { fieldManager }
      return apps.patchNamespacedDeployment({ name: 'web', namespace, body, ...manager }, options)
    }
    const byJson = [{ op: 'add', path: '/metadata/labels/by', value: 'json' }]
    expect((await patch(PatchStrategy.JsonPatch, byJson)).metadata?.labels).toEqual({
      app: 'web',
      by: 'json',
    })
    const byMerge = { metadata: { labels: { by: null } } }
    expect((await patch(PatchStrategy.MergePatch, byMerge)).metadata?.labels).toEqual({ app: 'web' })
    const side = { spec: { template: { spec: { containers: [{ name: 'side', image: 'side:1' }] } } } }
    const merged = await patch(PatchStrategy.StrategicMergePatch, side)
    expect(merged.spec?.template.spec?.containers.map(({ name }) => name)).toEqual(['side', 'web'])
    const applied = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'web', annotations: { a: 'b' } },
    }
    expect((await patch(PatchStrategy.ServerSideApply, applied, 'node')).metadata?.annotations).toMatchObject(
      { a: 'b' },
    )
    const nobody = patch(PatchStrategy.ServerSideApply, applied)
    await expect(nobody).rejects.toMatchObject({ code: 422 })
  })

  it('keeps a lease in microseconds', async () => {
    const leases = config.makeApiClient(CoordinationV1Api)
    const renewTime = new V1MicroTime('2026-01-02T03:04:05.678Z')
    const made = await leases.createNamespacedLease({
      namespace,
      body: { metadata: { name: 'l' }, spec: { holderIdentity: 'me', leaseDurationSeconds: 15, renewTime } },
    })
    expect(made.spec).toMatchObject({ holderIdentity: 'me', leaseDurationSeconds: 15 })
    expect(JSON.stringify(made.spec?.renewTime)).toBe('"2026-01-02T03:04:05.678000Z"')
  })

  it('uses kinds that it has no types for', async () => {
    const custom = config.makeApiClient(CustomObjectsApi)
    // Not by its type, which spells `default` and the extensions of schemas another way.
    const definitions = { group: 'apiextensions.k8s.io', version: 'v1', plural: 'customresourcedefinitions' }
    await custom.createClusterCustomObject({ ...definitions, body: WIDGETS })
    const at = { group: 'kubectl.reeve.dev', version: 'v1', namespace, plural: 'widgets' }
    await until(() =>
      custom.listNamespacedCustomObject(at).then(
        () => true,
        () => false,
      ),
    )
    const made = await custom.createNamespacedCustomObject({
      ...at,
      body: widget('w', { size: 1, pruned: true }),
    })
    expect(made.spec).toEqual({ size: 1, colour: 'red' })
    const refused = await custom
      .createNamespacedCustomObject({ ...at, body: widget('bad', { size: -1 }) })
      .catch((error) => error)
    expect(refused.code).toBe(422)
    expect(refused.body).toContain('should be greater than or equal to 0')
    const status = { status: { size: 5 } }
    const options = setHeaderOptions('Content-Type', PatchStrategy.MergePatch)
    const patched = await custom.patchNamespacedCustomObjectStatus(
      { ...at, name: 'w', body: status },
      options,
    )
    expect(patched).toMatchObject({ spec: { size: 1 }, status: { size: 5 } })
    const listed = await custom.listNamespacedCustomObject(at)
    expect(listed).toMatchObject({ kind: 'WidgetList', items: [{ kind: 'Widget', metadata: { name: 'w' } }] })
    expect(await custom.deleteNamespacedCustomObject({ ...at, name: 'w' })).toMatchObject({
      status: 'Success',
    })
  })

  it('finds the path of any object by discovery', async () => {
    const objects = KubernetesObjectApi.makeApiClient(config)
    const header = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'any', namespace } }
    const made = await objects.create<V1ConfigMap>({ ...header, data: { a: '1' } })
    expect(made.metadata?.uid).toBeDefined()
    const patched = await objects.patch<V1ConfigMap>({ ...header, data: { b: '2' } })
    expect(patched.data).toEqual({ a: '1', b: '2' })
    const applied = await objects.patch<V1ConfigMap>(
      { ...header, data: { c: '3' } },
      undefined,
      undefined,
      'node',
      true,
      PatchStrategy.ServerSideApply,
    )
    expect(applied.data).toEqual({ a: '1', b: '2', c: '3' })
    expect((await objects.read<V1ConfigMap>(header)).data).toEqual({ a: '1', b: '2', c: '3' })
    const listed = await objects.list<V1ConfigMap>(
      'v1',
      'ConfigMap',
      namespace,
      undefined,
      undefined,
      undefined,
      'metadata.name=any',
    )
    expect(listed.items).toHaveLength(1)
    expect((await objects.delete(header)).status).toBe('Success')
    await expect(objects.read(header)).rejects.toMatchObject({ code: 404 })
  })

  it('keeps an informer up to date, and goes on where it was after the line was cut', async () => {
    const core = config.makeApiClient(CoreV1Api)
    const seen: string[] = []
    const list = () => core.listNamespacedConfigMap({ namespace, labelSelector: 'informed=yes' })
    const path = `/api/v1/namespaces/${namespace}/configmaps`
    const informer = makeInformer<V1ConfigMap>(config, path, list, 'informed=yes')
    const make = (name: string) =>
      core.createNamespacedConfigMap({ namespace, body: { metadata: { name, labels: { informed: 'yes' } } } })
    informer.on('add', ({ metadata }) => seen.push(`add ${metadata?.name}`))
    informer.on('update', ({ metadata }) => seen.push(`update ${metadata?.name}`))
    informer.on('delete', ({ metadata }) => seen.push(`delete ${metadata?.name}`))
    let cuts = 0
    informer.on('error', () => {
      cuts += 1
      void informer.start()
    })
    await make('one')
    await informer.start()
    expect(seen).toEqual(['add one'])
    await make('two')
    await until(() => seen.length === 2)
    proxy.cut()
    await until(() => cuts === 1)
    await make('three')
    await core.deleteNamespacedConfigMap({ name: 'one', namespace })
    await until(() => seen.length === 4)
    // Resumed, not listed anew: nothing came twice and nothing was missed.
    expect(seen).toEqual(['add one', 'add two', 'add three', 'delete one'])
    const two = await core.readNamespacedConfigMap({ name: 'two', namespace })
    await core.replaceNamespacedConfigMap({ name: 'two', namespace, body: { ...two, data: { a: 'b' } } })
    await until(() => seen.length === 5)
    expect(informer.get('two', namespace)?.data).toEqual({ a: 'b' })
    expect(informer.list(namespace).map(({ metadata }) => metadata?.name)).toEqual(['two', 'three'])
    await informer.stop()
  })

  it('watches from a list on, and is told the end when the time is up', async () => {
    const core = config.makeApiClient(CoreV1Api)
    const listed = await core.listNamespacedConfigMap({ namespace })
    const events: string[] = []
    const ended = new Promise<unknown>((resolve) => {
      void new Watch(config).watch(
        `/api/v1/namespaces/${namespace}/configmaps`,
        { resourceVersion: listed.metadata?.resourceVersion, timeoutSeconds: 2, allowWatchBookmarks: true },
        (phase: string, object: KubernetesObject) =>
          events.push(`${phase} ${object.metadata?.name} ${object.kind}`),
        resolve,
      )
    })
    await core.createNamespacedConfigMap({ namespace, body: { metadata: { name: 'watched' } } })
    expect(await ended).toBeNull()
    expect(events.filter((event) => !event.startsWith('BOOKMARK'))).toEqual(['ADDED watched ConfigMap'])
  })

  it('knows the version of the server', async () => {
    const { major, minor } = await config.makeApiClient(VersionApi).getCode()
    expect(`${major}.${minor}`).toBe('1.34')
  })
})

async function until(done: () => boolean | Promise<boolean>): Promise<void> {
  for (let waited = 0; !(await done()); waited += 20) {
    if (waited > 10_000) throw new Error('waited for ten seconds in vain')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
