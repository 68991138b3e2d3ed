import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, connect as dial } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { ConfigMap, clientFor, connect, inClusterAccess, isForbidden, kindOf, Namespace } from '@reeve/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServedReeve, serveReeve } from '../clients/serve-reeve.ts'

const MAIN = fileURLToPath(new URL('../../cli/src/main.ts', import.meta.url))
const Review = kindOf({
  group: 'authentication.k8s.io',
  version: 'v1',
  kind: 'SelfSubjectReview',
  plural: 'selfsubjectreviews',
  namespaced: false,
})

/** Gives a token that stands in a file, and counts how often it was asked. */
const PLUGIN = `
import { appendFileSync, readFileSync } from 'node:fs'
const [, , folder, lives] = process.argv
appendFileSync(folder + '/asked', process.env.KUBERNETES_EXEC_INFO + '\\n')
const expirationTimestamp = new Date(Date.now() + Number(lives)).toISOString()
const token = readFileSync(folder + '/token', 'utf8').trim()
console.log(JSON.stringify({
  apiVersion: 'client.authentication.k8s.io/v1', kind: 'ExecCredential', status: { token, expirationTimestamp },
}))
`

describe('access to reeve serve', () => {
  let server: ServedReeve
  let folder: string
  let admin: { clusters: [{ cluster: Record<string, unknown> }] }
  beforeAll(async () => {
    server = await serveReeve()
    folder = await mkdtemp(join(tmpdir(), 'reeve-access-'))
    admin = JSON.parse(await readFile(server.kubeconfig, 'utf8'))
    await writeFile(join(folder, 'plugin.mjs'), PLUGIN)
    await writeFile(join(folder, 'token'), server.token)
  })
  afterAll(async () => {
    await server.stop()
    await rm(folder, { recursive: true })
  })

  const whoAmI = async (options: Parameters<typeof connect>[0]) => {
    await using client = await connect(options)
    const { status } = await client.create(Review, { metadata: {} })
    return status.userInfo
  }
  const configWith = async (user: object, cluster: object = {}) => {
    const path = join(folder, `config-${Math.random().toString(36).slice(2)}.yaml`)
    const config = {
      clusters: [{ name: 'c', cluster: { ...admin.clusters[0].cluster, ...cluster } }],
      users: [{ name: 'u', user }],
      contexts: [{ name: 'x', context: { cluster: 'c', user: 'u', namespace: 'kube-system' } }],
      'current-context': 'x',
    }
    await writeFile(path, JSON.stringify(config))
    return { kubeconfig: path, env: process.env }
  }

  it('goes by the kubeconfig that the environment names', async () => {
    const env = { KUBECONFIG: `/no/such/file:${server.kubeconfig}` }
    await using client = await connect({ env })
    expect((await client.get(Namespace, { name: 'default' })).metadata.name).toBe('default')
  })

  it('goes by a certificate, as `reeve kubeconfig --user` makes it', async () => {
    const path = join(folder, 'alice')
    const args = ['--conditions=source', MAIN, 'kubeconfig', '--data', dirname(server.kubeconfig)]
    const user = ['--user', 'alice', '--group', 'dev', '--output', path]
    await promisify(execFile)(process.execPath, [...args, ...user])
    expect(await whoAmI({ kubeconfig: path, env: {} })).toMatchObject({
      username: 'alice',
      groups: ['dev', 'system:authenticated'],
    })
    await using client = await connect({ kubeconfig: path, env: {}, http2: false })
    const refused = await client.list(ConfigMap, { namespace: 'default' }).catch((error) => error)
    expect(isForbidden(refused)).toBe(true)
    expect(refused.message).toContain('User "alice" cannot list resource "configmaps"')
  })

  const asked = async (): Promise<readonly string[]> =>
    (await readFile(join(folder, 'asked'), 'utf8').catch(() => '')).trim().split('\n').filter(Boolean)

  it('asks a plugin once for as long as what it gave is good', async () => {
    const exec = {
      apiVersion: 'client.authentication.k8s.io/v1',
      command: process.execPath,
      args: ['plugin.mjs', folder, '3600000'].map((arg) => (arg === 'plugin.mjs' ? join(folder, arg) : arg)),
      provideClusterInfo: true,
      interactiveMode: 'Never',
    }
    await using client = await connect(await configWith({ exec }))
    await Promise.all([1, 2, 3].map(() => client.get(Namespace, { name: 'default' })))
    await client.get(Namespace, { name: 'default' })
    const told = await asked()
    expect(told).toHaveLength(1)
    expect(JSON.parse(told[0] ?? '')).toMatchObject({
      kind: 'ExecCredential',
      spec: { interactive: false, cluster: { server: server.url } },
    })
  })

  it('shows a certificate that a plugin gave', async () => {
    const args = ['--conditions=source', MAIN, 'kubeconfig', '--data', dirname(server.kubeconfig)]
    const path = join(folder, 'carol')
    await promisify(execFile)(process.execPath, [...args, '--user', 'carol', '--output', path])
    const { user } = JSON.parse(await readFile(path, 'utf8')).users[0]
    const pem = (name: string): string => Buffer.from(user[name], 'base64').toString()
    const status = {
      clientCertificateData: pem('client-certificate-data'),
      clientKeyData: pem('client-key-data'),
    }
    const apiVersion = 'client.authentication.k8s.io/v1'
    const said = JSON.stringify({ apiVersion, kind: 'ExecCredential', status })
    const exec = {
      apiVersion,
      command: process.execPath,
      args: ['-p', 'process.env.SAID'],
      env: [{ name: 'SAID', value: said }],
    }
    expect(await whoAmI(await configWith({ exec }))).toMatchObject({ username: 'carol' })
  })

  it('asks a plugin again for what has ended or is refused', async () => {
    await rm(join(folder, 'asked'), { force: true })
    const exec = {
      apiVersion: 'client.authentication.k8s.io/v1',
      command: process.execPath,
      args: [join(folder, 'plugin.mjs'), folder, '1000'],
    }
    await using client = await connect(await configWith({ exec }))
    await client.get(Namespace, { name: 'default' })
    await client.get(Namespace, { name: 'default' })
    expect((await asked()).length).toBeGreaterThanOrEqual(2)
    await writeFile(join(folder, 'token'), 'wrong')
    const refused = await client.get(Namespace, { name: 'default' }).catch((error) => error)
    expect(refused).toMatchObject({ status: 401, reason: 'Unauthorized' })
    await writeFile(join(folder, 'token'), server.token)
    await client.get(Namespace, { name: 'default' })
  })

  it('says how to get a plugin that is missing', async () => {
    const exec = {
      apiVersion: 'client.authentication.k8s.io/v1',
      command: 'no-such-plugin',
      installHint: 'install it',
    }
    const error = await whoAmI(await configWith({ exec })).catch((failed) => failed)
    expect(error).toMatchObject({ code: 'CLIENT_CREDENTIAL', hint: 'install it' })
    expect(error.message).toMatch(/^cannot get credentials from no-such-plugin: .*ENOENT/)
  })

  it('reads a token file again when its token is refused', async () => {
    const path = join(folder, 'rotated')
    await writeFile(path, `${server.token}\n`)
    await using client = await connect(await configWith({ tokenFile: 'rotated' }))
    await client.get(Namespace, { name: 'default' })
    expect(client.namespace).toBe('kube-system')
  })

  it('acts as somebody else', async () => {
    const user = {
      token: server.token,
      as: 'bob',
      'as-groups': ['a', 'b'],
      'as-user-extra': { 'x/y': ['1', '2'] },
    }
    const expected = {
      username: 'bob',
      groups: ['a', 'b', 'system:authenticated'],
      extra: { 'x/y': ['1', '2'] },
    }
    expect(await whoAmI(await configWith(user))).toMatchObject(expected)
    expect(await whoAmI({ ...(await configWith(user)), http2: false })).toMatchObject(expected)
    const given = { ...(await configWith(user)), impersonate: { user: 'carol' } }
    expect(await whoAmI(given)).toMatchObject({ username: 'carol' })
  })

  it('refuses a server that it has no reason to trust', async () => {
    const stranger = await configWith({ token: server.token }, { 'certificate-authority-data': '' })
    const error = await whoAmI({ ...stranger, retry: false }).catch((failed) => failed)
    expect(error).toMatchObject({ code: 'CLIENT_UNREACHABLE' })
    expect(error.message).toMatch(/certificate/)
    const careless = await configWith(
      { token: server.token },
      { 'certificate-authority-data': '', 'insecure-skip-tls-verify': true },
    )
    expect(await whoAmI(careless)).toMatchObject({ groups: expect.arrayContaining(['system:masters']) })
    const named = await configWith({ token: server.token }, { 'tls-server-name': 'other.example' })
    const mismatch = await whoAmI({ ...named, retry: false }).catch((failed) => failed)
    expect(mismatch.message).toContain('other.example')
    const known = await configWith({ token: server.token }, { 'tls-server-name': 'localhost' })
    expect(await whoAmI(known)).toMatchObject({ groups: expect.arrayContaining(['system:masters']) })
  })

  it('goes through a proxy that asks who is there', async () => {
    const passed: string[] = []
    const proxy = createServer()
    proxy.on('connect', (request, near) => {
      const [host = '', port] = (request.url ?? '').split(':')
      if (request.headers['proxy-authorization'] !== `Basic ${btoa('me:it is')}`) {
        near.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
        return
      }
      passed.push(request.url ?? '')
      const far = dial(Number(port), host, () => {
        near.write('HTTP/1.1 200 OK\r\n\r\n')
        near.pipe(far).pipe(near)
      })
      near.on('error', () => far.destroy())
      far.on('error', () => near.destroy())
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    const { port } = proxy.address() as AddressInfo
    const through = (secret: string) =>
      configWith({ token: server.token }, { 'proxy-url': `http://me:${secret}@127.0.0.1:${port}` })
    expect(await whoAmI(await through('it%20is'))).toMatchObject({
      groups: expect.arrayContaining(['system:masters']),
    })
    expect(await whoAmI({ ...(await through('it%20is')), http2: false })).toBeDefined()
    expect(passed[0]).toBe(new URL(server.url).host)
    const error = await whoAmI({ ...(await through('wrong')), retry: false }).catch((failed) => failed)
    expect(error.message).toContain(`proxy 127.0.0.1:${port} answered 407`)
    proxy.close()
    proxy.closeAllConnections()
  })

  it('goes through a SOCKS proxy, by name and password', async () => {
    const secret = Buffer.from([1, 2, ...Buffer.from('me'), 2, ...Buffer.from('it')])
    const proxy = createTcpServer((near) => {
      near.once('data', () => {
        near.write(Buffer.from([5, 2]))
        near.once('data', (shown) => {
          if (!shown.equals(secret)) return void near.end(Buffer.from([1, 1]))
          near.write(Buffer.from([1, 0]))
          near.once('data', (asked) => {
            const host = asked.subarray(4, 8).join('.')
            const far = dial(asked.readUInt16BE(8), host, () => {
              near.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]))
              near.pipe(far).pipe(near)
            })
            near.on('error', () => far.destroy())
            far.on('error', () => near.destroy())
          })
        })
      })
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    const { port } = proxy.address() as AddressInfo
    const through = (password: string) =>
      configWith({ token: server.token }, { 'proxy-url': `socks5://me:${password}@127.0.0.1:${port}` })
    for (const http2 of [true, false]) {
      const masters = { groups: expect.arrayContaining(['system:masters']) }
      expect(await whoAmI({ ...(await through('it')), http2 })).toMatchObject(masters)
    }
    const error = await whoAmI({ ...(await through('no')), retry: false }).catch((failed) => failed)
    expect(error.message).toContain(`proxy 127.0.0.1:${port}: it does not know who asks`)
    proxy.close()
  })

  it('finds the cluster around it in a pod', async () => {
    const { hostname, port } = new URL(server.url)
    const ca = String(admin.clusters[0].cluster['certificate-authority-data'])
    await writeFile(join(folder, 'ca.crt'), Buffer.from(ca, 'base64'))
    await writeFile(join(folder, 'namespace'), 'kube-public')
    await writeFile(join(folder, 'token'), server.token)
    const env = { KUBERNETES_SERVICE_HOST: hostname, KUBERNETES_SERVICE_PORT: port }
    await using client = clientFor(await inClusterAccess({ env, folder }))
    expect(client.namespace).toBe('kube-public')
    expect((await client.list(Namespace)).items.length).toBeGreaterThanOrEqual(4)
  })
})
