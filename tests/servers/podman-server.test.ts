import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync, readlinkSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type PodmanServer, useSystem } from '@reeve/test-servers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

const podman = await useSystem('podman')

const PROGRAMS = ['podman', 'conmon', 'sleep']
const SOMETHING = { processes: expect.arrayContaining(PROGRAMS), interfaces: 1, directory: true }
const NOTHING = { processes: [], mounts: false, interfaces: 0, cgroups: 0, directory: false }
const SERVE = 'mkdir /www; echo hello from $0 >/www/index.html; exec httpd -f -h /www'

describe.skipIf(!podman.available)('a real Podman', () => {
  let server: PodmanServer
  let image: string
  beforeAll(async () => {
    server = await podman.start()
    image = await server.image()
  })
  afterAll(() => server.stop())

  it('answers on its socket with the version that it says it has', async () => {
    expect(await call(server, 'GET', '/_ping')).toEqual({ status: 200, body: 'OK' })
    const { body } = await call(server, 'GET', libpod('info'))
    const { version, store, host } = JSON.parse(body)
    expect([version.Version, podman.version]).toEqual([server.version, server.version])
    expect(store.graphRoot).toContain(server.directory)
    expect(host.ociRuntime.name).toBe('runc')
  })

  it('runs a container from an image that no registry had, over its API', async () => {
    const command = ['sh', '-c', 'echo hello; exit 3']
    const created = await call(server, 'POST', libpod('containers/create'), { name: 'one', image, command })
    expect(created.status).toBe(201)
    expect(await call(server, 'POST', libpod('containers/one/start'))).toMatchObject({ status: 204 })
    expect(await call(server, 'POST', libpod('containers/one/wait'))).toEqual({ status: 200, body: '3\n' })
    const { body } = await call(server, 'GET', libpod('containers/one/logs?stdout=true'))
    expect(body).toContain('hello\n')
  })

  it('is what the podman command talks to in its environment', async () => {
    expect(await server.run(['run', '--rm', '--network=none', image, 'id', '-u'])).toBe('0\n')
    await expect(server.run(['run', '--rm', '--network=none', image, 'false'])).rejects.toThrow('code 1')
  })

  it('resolves the names of containers on one network, and says that others are unknown', async () => {
    await server.run(['network', 'create', 'shop'])
    await server.run(['run', '-d', '--network=shop', '--name=web', image, 'sh', '-c', SERVE, 'web'])
    const visit = (url: string) => server.run(['run', '--rm', '--network=shop', image, 'wget', '-qO-', url])
    // Its port opens a moment after the container is up.
    await vi.waitFor(async () => expect(await visit('http://web/')).toBe('hello from web\n'), 20_000)
    await expect(visit('http://nobody/')).rejects.toThrow('bad address')
  })

  it('publishes ports on its address, and lets containers reach this process on another', async () => {
    await server.run(['run', '-d', '-p', '8080:80', image, 'sh', '-c', SERVE, 'outside'])
    const visit = async () => (await fetch(`http://${server.address}:8080/`)).text()
    await vi.waitFor(async () => expect(await visit()).toBe('hello from outside\n'), 20_000)

    const here = createServer((_, response) => response.end('hello from here')).listen(0, server.hostAddress)
    await once(here, 'listening')
    const { port } = here.address() as { port: number }
    const url = `http://${server.hostAddress}:${port}/`
    expect(await server.run(['run', '--rm', image, 'wget', '-qO-', url])).toBe('hello from here')
    here.close()
  })

  it('runs pods', async () => {
    await server.run(['pod', 'create', '--name=pod'])
    await server.run(['run', '-d', '--pod=pod', image, 'sh', '-c', SERVE, 'neighbour'])
    const visit = () => server.run(['run', '--rm', '--pod=pod', image, 'wget', '-qO-', 'http://127.0.0.1/'])
    await vi.waitFor(async () => expect(await visit()).toBe('hello from neighbour\n'), 20_000)
  })

  it('shares nothing with another one: not names, ports or addresses', async () => {
    await using other = await podman.start()
    const args = ['run', '-d', '--name=same', '-p', '8081:80', '--ip=10.88.7.7'] as const
    for (const each of [server, other]) {
      await each.run([...args, await each.image(), 'sh', '-c', SERVE, each.address])
    }
    for (const { address } of [server, other]) {
      const visit = async () => (await fetch(`http://${address}:8081/`)).text()
      await vi.waitFor(async () => expect(await visit()).toBe(`hello from ${address}\n`), 20_000)
    }
  })

  it('makes an image of every name that is asked for, once', async () => {
    const names = await Promise.all([server.image('app:1'), server.image('app:1'), server.image('app:2')])
    expect(names).toEqual(['localhost/app:1', 'localhost/app:1', 'localhost/app:2'])
    const listed = await server.run(['images', '--format={{.Repository}}:{{.Tag}}', 'localhost/app'])
    expect(listed.trim().split('\n').sort()).toEqual(['localhost/app:1', 'localhost/app:2'])
  })

  /** The version of the API is that of the server. */
  const libpod = (path: string): string => `/v${server.version}/libpod/${path}`
})

describe.skipIf(!podman.available)('the end of a Podman', () => {
  it('leaves no process, mount, interface, cgroup or directory behind', async () => {
    const server = await podman.start()
    const args = ['run', '-d', '-v', 'data:/data', await server.image(), 'sleep', '600']
    const container = (await server.run(args)).trim()
    const { pid, directory } = server
    const place = { pid, directory, container, namespace: readlinkSync(`/proc/${pid}/ns/pid`) }
    await vi.waitFor(() => expect(traces(place)).toMatchObject(SOMETHING), 20_000)
    expect(traces(place).cgroups).not.toBe(0)
    await server.stop()
    await server.stop()
    expect(traces(place)).toEqual(NOTHING)
    expect(server.logs()).toContain('/libpod/containers/')
  })

  it('comes also when its parent was killed', async () => {
    const script = join(import.meta.dirname, 'podman-parent.ts')
    const parent = spawn(process.execPath, ['--conditions=source', script], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const [line] = await once(parent.stdout.setEncoding('utf8'), 'data')
    const { pid, directory, container } = JSON.parse(line) as Place
    const place = { pid, directory, container, namespace: readlinkSync(`/proc/${pid}/ns/pid`) }
    try {
      await vi.waitFor(() => expect(traces(place)).toMatchObject(SOMETHING), 20_000)
    } finally {
      parent.kill('SIGKILL')
    }
    await vi.waitFor(() => expect(traces(place)).toEqual(NOTHING), 20_000)
  })
})

interface Place {
  readonly pid: number
  readonly directory: string
  readonly namespace: string
  readonly container: string
}

/** What there is on this machine of a server and of one container in it. */
function traces(place: Place) {
  return {
    processes: globSync('/proc/[0-9]*').flatMap((process) => programOf(place, process)),
    mounts: readFileSync('/proc/self/mountinfo', 'utf8').includes(place.directory),
    interfaces: Object.keys(networkInterfaces()).filter((name) => name === `reeve${place.pid}`).length,
    cgroups: globSync(`/sys/fs/cgroup/{,*/}libpod_parent/libpod-${place.container}`).length,
    directory: existsSync(place.directory),
  }
}

/** The program's name if it runs for the server, or in the container, which has a namespace in the server's. */
function programOf(place: Place, process: string): string[] {
  try {
    const inServer = readlinkSync(join(process, 'ns/pid')) === place.namespace
    const inContainer = readFileSync(join(process, 'cgroup'), 'utf8').includes(place.container)
    return inServer || inContainer ? [readFileSync(join(process, 'comm'), 'utf8').trim()] : []
  } catch {
    // It ended while it was looked at.
    return []
  }
}

async function call(server: PodmanServer, method: string, path: string, body?: object) {
  const sent = request({ socketPath: server.socket, method, path, agent: false })
  sent
    .setHeader('content-type', 'application/json')
    .end(body === undefined ? undefined : JSON.stringify(body))
  const [response] = await once(sent, 'response')
  return { status: response.statusCode as number, body: await text(response) }
}
