import { describe, expect, it } from 'vitest'
import { accessOf } from './access.ts'
import { mergeKubeconfigs, parseKubeconfig } from './kubeconfig.ts'

const YAML = `
apiVersion: v1
kind: Config
current-context: dev
clusters:
- name: one
  cluster:
    server: https://one.example:6443
    certificate-authority-data: ${btoa('an authority')}
    tls-server-name: inner.example
users:
- name: me
  user:
    username: me
    password: secret
    as: bob
    as-groups: [a, b]
- name: files
  user:
    client-certificate: certs/me.crt
    tokenFile: /abs/token
    exec:
      command: ./plugin
contexts:
- name: dev
  context: {cluster: one, user: me, namespace: team}
- name: nobody
  context: {cluster: one}
- name: broken
  context: {cluster: two, user: me}
`
const config = await parseKubeconfig({ text: YAML, path: '/home/me/.kube/config' })

describe('parseKubeconfig', () => {
  it('starts names of files from where the kubeconfig is', () => {
    expect(config.users.get('files')).toMatchObject({
      'client-certificate': '/home/me/.kube/certs/me.crt',
      tokenFile: '/abs/token',
      exec: { command: '/home/me/.kube/plugin' },
    })
  })

  it('says which file cannot be read', async () => {
    await expect(parseKubeconfig({ text: '{"a":', path: '/k' })).rejects.toThrow(
      'cannot read kubeconfig /k: ',
    )
    await expect(parseKubeconfig({ text: '- a', path: '/k' })).rejects.toThrow('it holds no object')
  })

  it('leaves to the first of several what it says', async () => {
    const text = JSON.stringify({
      'current-context': 'other',
      clusters: [
        { name: 'one', cluster: { server: 'https://late' } },
        { name: 'two', cluster: { server: 'https://two' } },
      ],
    })
    const merged = mergeKubeconfigs([config, await parseKubeconfig({ text, path: '/k' })])
    expect(merged.currentContext).toBe('dev')
    expect(merged.clusters.get('one')?.server).toBe('https://one.example:6443')
    expect(merged.clusters.get('two')?.server).toBe('https://two')
  })
})

describe('accessOf', () => {
  it('takes the current context', async () => {
    const { endpoint, credentials, namespace } = await accessOf(config)
    expect(endpoint).toEqual({
      server: 'https://one.example:6443',
      ca: 'an authority',
      serverName: 'inner.example',
    })
    expect(namespace).toBe('team')
    expect(await credentials.headers(undefined)).toEqual({
      authorization: `Basic ${btoa('me:secret')}`,
      'impersonate-user': 'bob',
      'impersonate-group': ['a', 'b'],
    })
    expect(await credentials.certificate(undefined)).toBeUndefined()
    expect(credentials.renew()).toBe(false)
  })

  it('takes another by its name, also one without a user', async () => {
    const { namespace, credentials } = await accessOf(config, { context: 'nobody' })
    expect(namespace).toBe('default')
    expect(await credentials.headers(undefined)).toEqual({})
  })

  it('takes the proxy of the environment, if the server is not exempt', async () => {
    const env = { HTTPS_PROXY: 'proxy.example:3128', NO_PROXY: 'x.example' }
    expect((await accessOf(config, { env })).endpoint.proxy).toBe('http://proxy.example:3128')
  })

  it('names what is missing, and what there is', async () => {
    const missing = await accessOf(config, { context: 'none' }).catch((error) => error)
    expect(missing).toMatchObject({ code: 'CLIENT_CONFIG', hint: 'it has: dev, nobody, broken' })
    expect(missing.message).toBe('cannot use context "none": the kubeconfig has none of that name')
    await expect(accessOf(config, { context: 'broken' })).rejects.toThrow('cannot use cluster "two"')
    await expect(accessOf({ ...config, currentContext: undefined })).rejects.toThrow('no context is chosen')
  })
})
