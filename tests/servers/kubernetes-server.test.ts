import { existsSync } from 'node:fs'
import { goTool, type KubernetesServer, useSystem } from '@reeve/test-servers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { httpGet } from './src/http-get.ts'
import { runCommand } from './src/run-command.ts'

const kubernetes = await useSystem('kubernetes')

describe.skipIf(!kubernetes.available)('a real Kubernetes control plane', () => {
  let cluster: KubernetesServer
  beforeAll(async () => {
    cluster = await kubernetes.start()
  })
  afterAll(() => cluster.stop())

  it('says the version that it was built from', async () => {
    const { body } = await httpGet(`${cluster.url}/version`, { token: cluster.token })
    expect(JSON.parse(body)).toMatchObject({ gitVersion: 'v1.34.2', major: '1', minor: '34' })
    expect([cluster.version, kubernetes.version]).toEqual(['1.34.2', '1.34.2'])
  })

  it('runs controllers: the default service account appears', async () => {
    const url = `${cluster.url}/api/v1/namespaces/default/serviceaccounts/default`
    const status = async (): Promise<number> => (await httpGet(url, { token: cluster.token })).status
    await vi.waitFor(async () => expect(await status()).toBe(200), 60_000)
  })

  it('turns away who shows no token', async () => {
    expect(await httpGet(`${cluster.url}/api/v1/namespaces`)).toMatchObject({ status: 403 })
  })

  it('is reached by kubectl through its kubeconfig', async () => {
    const kubectl = await goTool('kubectl')
    const names = await runCommand([
      kubectl,
      `--kubeconfig=${cluster.kubeconfig}`,
      'get',
      'namespaces',
      '-o=name',
    ])
    expect(names.trim().split('\n')).toContain('namespace/kube-system')
  })

  it('leaves nothing behind when it is stopped', async () => {
    const other = await kubernetes.start()
    const processes = [other.etcd, other.apiserver, other.controllers]
    await other.stop()
    for (const { pid } of processes) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
    expect(existsSync(other.kubeconfig)).toBe(false)
  })
})
