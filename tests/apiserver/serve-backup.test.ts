import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openEtcdLedger, openSqliteLedger } from '@reeve/ledger'
import { startEtcd, useSystem } from '@reeve/test-servers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const MAIN = fileURLToPath(new URL('../../cli/src/main.ts', import.meta.url))
const MAPS = '/api/v1/namespaces/default/configmaps'
const KILLS = 8
const etcd = await useSystem('etcd')

interface Serving {
  readonly child: ChildProcess
  readonly url: string
  readonly token: string
}

interface Line {
  readonly key?: string
  readonly value?: string
  readonly modRevision: number
  readonly revision: number
}

describe('reeve backup and restore', () => {
  let root: string
  let data: string
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'reeve-backup-'))
    data = join(root, 'data')
    await stop(await serve(data))
    await reeve('backup', '--data', data, join(root, 'small.backup'))
  })
  afterAll(() => rm(root, { recursive: true }))

  it('copies a server that is being written to, and brings back exactly one of its revisions', async () => {
    const serving = await serve(data)
    const newest = new Map<string, { version: number; at: string }[]>()
    let writing = true
    const writer = async (n: number): Promise<void> => {
      for (let at = 0; writing; at += 1) {
        const name = `w${n}-${at % 50}`
        const path = at < 50 ? MAPS : `${MAPS}/${name}`
        const object = { metadata: { name }, data: { at: String(at) } }
        const { body } = await send(serving, at < 50 ? 'POST' : 'PUT', path, object)
        const version = Number(body.metadata.resourceVersion)
        newest.set(name, [...(newest.get(name) ?? []), { version, at: String(at) }])
      }
    }
    const writers = Array.from({ length: 6 }, (_, n) => writer(n))
    const files = [1, 2, 3].map((n) => join(root, `${n}.backup`))
    for (const file of files) {
      expect(await reeve('backup', '--data', data, file)).toMatchObject({ code: 0, err: '' })
    }
    writing = false
    await Promise.all(writers)
    await stop(serving)
    for (const file of files) expect(await mapsIn(file)).toEqual(await expectedAt(file, newest))
    const last = files.at(-1) as string
    const { from, revision } = JSON.parse(
      (await reeve('restore', '--data', join(root, 'new'), last, '-o', 'json')).out,
    )
    const restored = await serve(join(root, 'new'))
    const { body } = await send(restored, 'GET', MAPS)
    const found = new Map(body.items.map(({ metadata, data: { at } }) => [metadata.name, at]))
    for (const [name, at] of await mapsIn(last)) expect(found.get(name), name).toBe(at)
    for (const { metadata } of body.items) expect(Number(metadata.resourceVersion)).toBeGreaterThan(1e9)
    expect(revision).toBeGreaterThan(from + 1e9)
    const stale = await send(restored, 'GET', `${MAPS}?watch=true&resourceVersion=${from}`)
    expect(stale.body).toMatchObject({ type: 'ERROR', object: { code: 410, reason: 'Expired' } })
    await stop(restored)
  })

  it('refuses what would hurt a running server, and says who holds the folder', async () => {
    const serving = await serve(data)
    const file = join(root, 'small.backup')
    for (const args of [
      ['restore', '--data', data, '--force', file],
      ['serve', '--data', data, '--listen', '127.0.0.1:0'],
      ['serve', '--data', data, '--listen', '127.0.0.1:0', '--ledger', 'memory'],
    ]) {
      const { code, err } = await reeve(...args)
      expect(code).toBe(1)
      expect(err).toContain(`process ${serving.child.pid} holds it`)
    }
    serving.child.kill('SIGKILL')
    await new Promise((resolve) => serving.child.once('exit', resolve))
    await stop(await serve(data))
  })

  it.skipIf(!etcd.available)('copies etcd into a file that a data folder takes', async () => {
    await using server = await startEtcd()
    const ledger = await openEtcdLedger({ endpoints: [server.endpoint] })
    for (const key of ['/registry/a', '/registry/b']) {
      await ledger.txn([], [{ do: 'put', key, value: new TextEncoder().encode(key) }])
    }
    const file = join(root, 'etcd.backup')
    const where = `etcd://${new URL(server.endpoint).host}`
    const { code, out } = await reeve('backup', '--ledger', where, file, '-o', 'json')
    expect([code, JSON.parse(out)]).toMatchObject([0, { keys: 2, ledger: 'etcd' }])
    await ledger.close()
    expect((await reeve('restore', '--data', join(root, 'from-etcd'), file)).code).toBe(0)
    expect(await keysOf(join(root, 'from-etcd'))).toEqual(['/registry/a', '/registry/b'])
  })

  it(`leaves the old or the new through ${KILLS} kills of a restore, never a mix`, {
    timeout: 240_000,
  }, async () => {
    const file = join(root, 'large.backup')
    await largeBackup(join(root, 'large'), file)
    const outcomes = new Set<string>()
    for (let round = 0; round < KILLS; round += 1) {
      const folder = join(root, `kill-${round}`)
      await reeve('restore', '--data', folder, join(root, 'small.backup'))
      const before = await keysOf(folder)
      const child = spawn(process.execPath, [...ARGS, 'restore', '--data', folder, '--force', file], {
        stdio: 'ignore',
      })
      const gone = new Promise((resolve) => child.once('exit', resolve))
      const there = async (start: string) => (await readdir(folder)).some((name) => name.startsWith(start))
      await eventually(() => there(round < KILLS / 2 ? 'restore.partial' : 'restore.whole'))
      setTimeout(() => child.kill('SIGKILL'), round < KILLS / 2 ? round * 50 : 0)
      await gone
      const serving = await serve(folder)
      await stop(serving)
      const after = await keysOf(folder)
      const isNew = after.includes('/large/0')
      outcomes.add(isNew ? 'new' : 'old')
      const own = after.filter((key) => !key.startsWith('/registry/'))
      expect(own).toHaveLength(isNew ? 20_000 : 0)
      if (!isNew) expect(after).toEqual(before)
      expect((await readdir(folder)).filter((name) => name.startsWith('restore.'))).toEqual([])
    }
    expect(outcomes).toEqual(new Set(['old', 'new']))
  })
})

const ARGS = ['--conditions=source', MAIN]

async function serve(folder: string): Promise<Serving> {
  const args = [...ARGS, 'serve', '--data', folder, '--listen', '127.0.0.1:0']
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`the server ended: ${said}`)))
    child.stdout.on('data', (data) => {
      said += data
      if (said.includes('kubectl get')) resolve()
    })
  })
  const config = JSON.parse(await readFile(join(folder, 'kubeconfig'), 'utf8'))
  return { child, url: config.clusters[0].cluster.server, token: config.users[0].user.token }
}

async function stop({ child }: Serving): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  expect(await gone).toBe(0)
}

function reeve(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [...ARGS, ...args], (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), out, err }),
    )
  })
}

interface Answered {
  readonly type?: string
  readonly metadata: { readonly name: string; readonly resourceVersion: string }
  readonly data: { readonly at?: string }
  readonly items: readonly Answered[]
}

const agent = new Agent({ rejectUnauthorized: false, keepAlive: true })

function send(
  { url, token }: Serving,
  method: string,
  path: string,
  content?: unknown,
): Promise<{ status: number; body: Answered }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const sent = request(url + path, { method, headers, agent }, (response) => {
      let text = ''
      response.on('data', (data) => {
        text += data
      })
      response.once('error', reject)
      response.once('end', () => resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) }))
    })
    sent.once('error', reject)
    sent.end(content === undefined ? undefined : JSON.stringify(content))
  })
}

async function linesOf(file: string): Promise<Line[]> {
  return (await readFile(file, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

/** What each object that the writers made says in the backup. */
async function mapsIn(file: string): Promise<Map<string, string>> {
  const entries = (await linesOf(file)).filter(({ key }) => key?.includes('/configmaps/default/w'))
  const objects = entries.map(({ value }) => JSON.parse(value as string) as Answered)
  return new Map(objects.map(({ metadata, data }) => [metadata.name, data.at ?? '']))
}

/** What each object said at the revision of the backup, by what the server acknowledged. */
async function expectedAt(
  file: string,
  newest: ReadonlyMap<string, readonly { version: number; at: string }[]>,
): Promise<Map<string, string>> {
  const revision = (await linesOf(file))[0]?.revision ?? 0
  const states = [...newest].map(
    ([name, versions]) => [name, versions.findLast(({ version }) => version <= revision)?.at] as const,
  )
  const there = states.filter((state): state is [string, string] => state[1] !== undefined)
  return new Map(there.sort(([a], [b]) => (a < b ? -1 : 1)))
}

async function largeBackup(folder: string, file: string): Promise<void> {
  await reeve('restore', '--data', folder, file.replace('large.backup', 'small.backup'))
  const ledger = await openSqliteLedger(join(folder, 'ledger.db'))
  const value = new TextEncoder().encode('x'.repeat(400))
  for (let page = 0; page < 40; page += 1) {
    const ops = Array.from(
      { length: 500 },
      (_, at) => ({ do: 'put', key: `/large/${page * 500 + at}`, value }) as const,
    )
    await ledger.txn([], ops)
  }
  await ledger.close()
  expect((await reeve('backup', '--data', folder, file)).code).toBe(0)
}

async function keysOf(folder: string): Promise<string[]> {
  const ledger = await openSqliteLedger(join(folder, 'ledger.db'))
  const { problems } = await ledger.verify()
  const { entries } = await ledger.range('', { keysOnly: true })
  await ledger.close()
  expect(problems).toEqual([])
  return entries.map(({ key }) => key)
}

async function eventually(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setImmediate(resolve))
}
