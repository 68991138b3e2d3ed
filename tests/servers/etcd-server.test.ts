import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { type EtcdServer, useSystem } from '@reeve/test-servers'
import { describe, expect, it, vi } from 'vitest'
import { httpGet } from './src/http-get.ts'

const etcd = await useSystem('etcd')

describe.skipIf(!etcd.available)('a real etcd', () => {
  it('answers on its endpoint with the version that it says it has', async () => {
    await using server = await etcd.start()
    const { body } = await httpGet(`${server.endpoint}/version`)
    expect(JSON.parse(body)).toMatchObject({ etcdserver: server.version })
    expect(server.version).toBe(etcd.version)
  })

  it('keeps its data and its endpoint over a restart and over a crash', async () => {
    await using server = await etcd.start()
    await call(server, 'kv/put', { key: btoa('colour'), value: btoa('green') })
    const first = server.pid
    await server.restart()
    server.kill('SIGKILL')
    await server.restart()
    expect(server.pid).not.toBe(first)
    const { kvs } = await call(server, 'kv/range', { key: btoa('colour') })
    expect(kvs).toMatchObject([{ value: btoa('green') }])
  })

  it('leaves no process and no directory behind when it is stopped', async () => {
    const server = await etcd.start()
    expect([isAlive(server.pid), existsSync(server.dataDir)]).toEqual([true, true])
    await server.stop()
    await server.stop()
    expect([isAlive(server.pid), existsSync(server.dataDir)]).toEqual([false, false])
    expect(server.logs()).toContain('received signal; shutting down')
  })

  it('stops also when it does not listen any more', async () => {
    const server = await etcd.start({ stopMs: 100 })
    server.kill('SIGSTOP')
    await server.stop()
    expect(isAlive(server.pid)).toBe(false)
  })

  it('says in the words of the server why it did not become ready', async () => {
    const started = etcd.start({ extraArgs: ['--no-such-flag'] })
    await expect(started).rejects.toThrow(/cannot start etcd: it ended with code \d+.*\n.*no-such-flag/s)
  })

  it('gives up on a server that starts and never becomes ready', async () => {
    // A member that waits for the other two of its cluster.
    const peers = 'a=http://127.0.0.1:1,b=http://127.0.0.1:2,default=http://127.0.0.1:3'
    const extraArgs = [`--initial-cluster=${peers}`, '--initial-advertise-peer-urls=http://127.0.0.1:3']
    const started = etcd.start({ readyMs: 500, extraArgs })
    await expect(started).rejects.toThrow('cannot start etcd: it was not ready after 0.5 s')
  })

  it('is killed together with a parent that was killed, and so is its directory', async () => {
    const script = join(import.meta.dirname, 'etcd-parent.ts')
    const parent = spawn(process.execPath, ['--conditions=source', script], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const [line] = await once(parent.stdout.setEncoding('utf8'), 'data')
    const child = JSON.parse(line) as { pid: number; dataDir: string }
    expect([isAlive(child.pid), existsSync(child.dataDir)]).toEqual([true, true])
    parent.kill('SIGKILL')
    await vi.waitFor(
      () => expect([isAlive(child.pid), existsSync(child.dataDir)]).toEqual([false, false]),
      20_000,
    )
  })
})

describe.skipIf(!etcd.available)('a port that is taken', () => {
  it('is told apart from other reasons not to start, so that another can be tried', async () => {
    const squatter = createServer().listen(0, '127.0.0.1')
    await once(squatter, 'listening')
    const { port } = squatter.address() as { port: number }
    const extraArgs = [`--listen-peer-urls=http://127.0.0.1:${port}`]
    await expect(etcd.start({ extraArgs })).rejects.toMatchObject({ portTaken: true })
    squatter.close()
  })
})

async function call(server: EtcdServer, path: string, body: object): Promise<{ kvs?: unknown[] }> {
  const response = await fetch(`${server.endpoint}/v3/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
  })
  return (await response.json()) as { kvs?: unknown[] }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
