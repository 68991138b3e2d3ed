import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const MAIN = fileURLToPath(new URL('../../cli/src/main.ts', import.meta.url))
const MAPS = '/api/v1/namespaces/default/configmaps'
const ROUNDS = 15

interface Serving {
  readonly child: ChildProcess
  readonly url: string
  readonly token: string
}

describe('reeve serve under SIGKILL', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'reeve-serve-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  it(`keeps every acknowledged write through ${ROUNDS} kills, and watches resume`, {
    timeout: 300_000,
  }, async () => {
    const acknowledged = new Map<string, number>()
    let highest = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      const serving = await serve(folder)
      const listed = await send(serving, 'GET', MAPS)
      const found = new Map(
        listed.items.map((item) => [item.metadata.name, Number(item.metadata.resourceVersion)]),
      )
      for (const [name, version] of acknowledged) expect(found.get(name), name).toBe(version)
      expect(Number(listed.metadata.resourceVersion)).toBeGreaterThanOrEqual(highest)
      if (highest > 0) {
        const { type } = await firstEvent(serving, `${MAPS}?watch=true&resourceVersion=${highest}`)
        expect(['ADDED', 'MODIFIED', 'ERROR']).toContain(type)
      }
      await writeUntilKilled(serving, round, 20 + ((round * 37) % 150), acknowledged)
      highest = Math.max(highest, ...acknowledged.values())
    }
    expect(acknowledged.size).toBeGreaterThan(ROUNDS * 20)
  })
})

async function serve(folder: string): Promise<Serving> {
  const args = ['--conditions=source', MAIN, 'serve', '--data', folder, '--listen', '127.0.0.1:0']
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (data) => {
      said += data
      if (said.includes('kubectl get')) resolve()
    })
  })
  const config = JSON.parse(await readFile(join(folder, 'kubeconfig'), 'utf8'))
  return { child, url: config.clusters[0].cluster.server, token: config.users[0].user.token }
}

/** Writes from several at once, and kills the server in the middle; what was answered with 201 counts. */
async function writeUntilKilled(
  { child, ...to }: Serving,
  round: number,
  after: number,
  acknowledged: Map<string, number>,
): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve))
  let done = 0
  const writer = async (n: number): Promise<void> => {
    for (let at = 0; ; at += 1) {
      const name = `r${round}-${n}-${at}`
      const made = await send(to, 'POST', MAPS, { metadata: { name }, data: { at: String(at) } })
      acknowledged.set(name, Number(made.metadata.resourceVersion))
      done += 1
      if (done === after) child.kill('SIGKILL')
    }
  }
  await Promise.allSettled(Array.from({ length: 8 }, (_, n) => writer(n)))
  await gone
}

interface Answered {
  readonly type: string
  readonly metadata: { readonly name: string; readonly resourceVersion: string }
  readonly items: readonly Answered[]
}

const agent = new Agent({ rejectUnauthorized: false, keepAlive: false })

function send(
  { url, token }: Pick<Serving, 'url' | 'token'>,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const sent = request(url + path, { method, headers, agent }, (response) => {
      let text = ''
      response.on('data', (data) => {
        text += data
        if (path.includes('watch=true')) {
          resolve(JSON.parse(text.split('\n')[0] ?? ''))
          response.destroy()
        }
      })
      response.once('error', reject)
      response.once('end', () =>
        (response.statusCode ?? 500) < 300 ? resolve(JSON.parse(text)) : reject(new Error(text)),
      )
    })
    sent.once('error', reject)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

/** Something is written first, so that there is something to see. */
async function firstEvent(to: Serving, path: string): Promise<{ readonly type: string }> {
  const seen = send(to, 'GET', path)
  await send(to, 'POST', MAPS, { metadata: { generateName: 'seen-' } })
  return seen
}
