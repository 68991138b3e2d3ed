import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { realClock, sleep } from '@reeve/ground'
import { mountTmpfs } from '@reeve/test-servers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const MAIN = fileURLToPath(new URL('../../cli/src/main.ts', import.meta.url))
const MAPS = '/api/v1/namespaces/default/configmaps'
const ROOT = process.getuid?.() === 0

interface Serving {
  readonly child: ChildProcess
  /** Resolves once it serves or has ended; what it said then. */
  readonly settled: Promise<string>
  readonly exited: Promise<number | null>
}

describe('reeve serve on a bad day', () => {
  const running: ChildProcess[] = []
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'reeve-bad-day-'))
  })
  afterEach(async () => {
    for (const child of running.splice(0)) child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })

  const start = (data: string): Serving => {
    const args = ['--conditions=source', MAIN, 'serve', '--data', data, '--listen', '127.0.0.1:0']
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    running.push(child)
    const exited = new Promise<number | null>((resolve) => child.once('close', resolve))
    let said = ''
    const settled = new Promise<string>((resolve) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (data) => {
          said += data
          if (said.includes('kubectl get')) resolve(said)
        })
      }
      void exited.then(() => resolve(said))
    })
    return { child, settled, exited }
  }

  it('gives everything that is promised at a start, however often the first one was killed', async () => {
    for (const ms of [150, 250, 350, 450, 550, 700]) {
      const { child, exited } = start(folder)
      await sleep(realClock, ms)
      child.kill('SIGKILL')
      await exited
    }
    const { settled, child, exited } = start(folder)
    expect(await settled).toContain('serving')
    const { body } = await send(folder, 'GET', '/api/v1/namespaces')
    const names = body.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name)
    expect(names).toEqual(['default', 'kube-node-lease', 'kube-public', 'kube-system'])
    for (const name of names)
      for (const own of ['serviceaccounts/default', 'configmaps/kube-root-ca.crt'])
        expect((await send(folder, 'GET', `/api/v1/namespaces/${name}/${own}`)).status).toBe(200)
    child.kill('SIGTERM')
    expect(await exited).toBe(0)
  })

  it('answers what came while it was stopped', async () => {
    const { settled, child } = start(folder)
    await settled
    child.kill('SIGSTOP')
    const answers = Array.from({ length: 5 }, () =>
      send(folder, 'POST', MAPS, { metadata: { generateName: 'm' } }),
    )
    await sleep(realClock, 1_500)
    child.kill('SIGCONT')
    for (const answer of answers) expect((await answer).status).toBe(201)
  })

  it.skipIf(!ROOT)('refuses writes on a full disk, still deletes, and loses nothing', async () => {
    await using disk = await mountTmpfs({ bytes: 12 << 20 })
    const filler = join(disk.path, 'filler')
    await writeFile(filler, new Uint8Array(8 << 20))
    const full = start(disk.path)
    await full.settled
    const kept: string[] = []
    const data = { large: 'x'.repeat(100_000) }
    let refused = await send(disk.path, 'POST', MAPS, { metadata: { name: 'first' }, data })
    for (let at = 0; refused.status === 201; at += 1) {
      refused = await send(disk.path, 'POST', MAPS, { metadata: { name: `m${at}` }, data })
      if (refused.status === 201) kept.push(`m${at}`)
    }
    expect([refused.status, refused.body.reason]).toEqual([503, 'ServiceUnavailable'])
    expect((await send(disk.path, 'GET', `${MAPS}/first`)).status).toBe(200)
    expect((await send(disk.path, 'DELETE', `${MAPS}/first`)).status).toBe(200)
    full.child.kill('SIGKILL')
    await full.exited
    await rm(filler)
    const again = start(disk.path)
    await again.settled
    const { body } = await send(disk.path, 'GET', MAPS)
    const names = body.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name)
    expect(names.filter((name: string) => name.startsWith('m')).sort()).toEqual(kept.sort())
    expect(names).not.toContain('first')
    again.child.kill('SIGTERM')
    expect(await again.exited).toBe(0)
  })

  it.skipIf(!ROOT)('ends with an error where there is no room to begin', async () => {
    await using disk = await mountTmpfs({ bytes: 64 << 10 })
    const { settled, exited } = start(disk.path)
    expect(await settled).toMatch(/^error: .*disk is full/m)
    expect(await exited).toBe(1)
  })

  it('acknowledges nothing once its data was removed', async () => {
    const { settled } = start(folder)
    await settled
    const target = await targetOf(folder)
    await rm(folder, { recursive: true })
    let status = 201
    for (let tries = 0; tries < 100 && status === 201; tries += 1) {
      status = (await send(target, 'POST', MAPS, { metadata: { generateName: 'm' } })).status
      await sleep(realClock, 100)
    }
    expect(status).toBeGreaterThanOrEqual(500)
  })
})

interface Target {
  readonly url: string
  readonly token: string
}

async function targetOf(folder: string): Promise<Target> {
  const config = JSON.parse(await readFile(join(folder, 'kubeconfig'), 'utf8'))
  return { url: config.clusters[0].cluster.server, token: config.users[0].user.token }
}

const agent = new Agent({ rejectUnauthorized: false, keepAlive: false })

async function send(
  to: string | Target,
  method: string,
  path: string,
  body?: unknown,
  // biome-ignore lint/suspicious/noExplicitAny: objects of whatever kind.
): Promise<{ readonly status: number; readonly body: any }> {
  const { url, token } = typeof to === 'string' ? await targetOf(to) : to
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const sent = request(url + path, { method, headers, agent }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (data: string) => {
        text += data
      })
      response.once('error', reject)
      response.once('end', () => resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) }))
    })
    sent.once('error', reject)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}
