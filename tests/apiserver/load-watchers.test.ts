import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { realClock, sleep } from '@reeve/ground'
import { seededRandom } from '@reeve/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const MAIN = fileURLToPath(new URL('../../cli/src/main.ts', import.meta.url))
const MAPS = '/api/v1/namespaces/default/configmaps'
const MERGE = 'application/merge-patch+json'
const COLOURS = [null, 'red', 'blue', 'green']
const SELECTIONS = [
  '',
  '&labelSelector=c%3Dred',
  '&labelSelector=c+in+(red,blue)',
  '&labelSelector=!c',
  '&labelSelector=c!%3Dred',
  '&fieldSelector=metadata.name%3Dn3',
  '&fieldSelector=metadata.name!%3Dn3',
  '&labelSelector=c%3Dblue&fieldSelector=metadata.name!%3Dn1',
]
const BEGINNINGS = [
  '',
  '&resourceVersion=0',
  '&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true',
  '&allowWatchBookmarks=true&timeoutSeconds=4',
]
const WATCHERS = 50
const WRITES = 1_600

interface Seen {
  readonly type: string
  readonly object: {
    readonly metadata: {
      readonly name: string
      readonly resourceVersion: string
      readonly annotations?: object
    }
  }
}

interface Watching {
  readonly selection: string
  readonly events: Seen[]
  readonly ended: () => boolean
  readonly stop: () => void
}

describe('reeve serve with many watchers and writers', () => {
  let folder: string
  let child: ChildProcess
  let url: string
  let headers: Record<string, string>
  const agent = new Agent({ rejectUnauthorized: false, keepAlive: true })
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'reeve-load-'))
    const args = ['--conditions=source', MAIN, 'serve', '--data', folder, '--listen', '127.0.0.1:0']
    child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    let said = ''
    await new Promise<void>((resolve) => {
      child.stdout?.on('data', (data) => {
        said += data
        if (said.includes('kubectl get')) resolve()
      })
    })
    const config = JSON.parse(await readFile(join(folder, 'kubeconfig'), 'utf8'))
    url = config.clusters[0].cluster.server
    headers = { authorization: `Bearer ${config.users[0].user.token}` }
  })
  afterAll(async () => {
    agent.destroy()
    const exited = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    expect(await exited).toBe(0)
    await rm(folder, { recursive: true })
  })

  it('tells each watcher exactly what leads to the state that a list shows', async () => {
    const watchers: Watching[] = []
    const begin = async (count: number): Promise<void> => {
      for (let n = 0; n < count; n += 1) {
        const at = watchers.length
        const selection = SELECTIONS[at % SELECTIONS.length] ?? ''
        watchers.push(await watch(selection, BEGINNINGS[Math.floor(at / 3) % BEGINNINGS.length] ?? ''))
      }
    }
    await begin(WATCHERS / 2)
    const writing = writeByChance(WRITES)
    await begin(WATCHERS / 2)
    await writing
    await sleep(realClock, 1_000)
    for (const { selection, events, ended } of watchers) {
      const state = replayed(events)
      if (!ended()) expect(state, selection).toEqual(await listed(selection))
    }
    const everything = watchers.find(({ selection, ended }) => selection === '' && !ended())?.events ?? []
    await resumesEverywhere(everything.filter(({ type }) => type !== 'BOOKMARK'))
    for (const { stop } of watchers) stop()
  })

  it('keeps nothing of watchers that vanish', async () => {
    const opened = await descriptors()
    for (let round = 0; round < 4; round += 1) {
      const gone = await Promise.all(Array.from({ length: 50 }, () => watch('', '')))
      for (const { stop } of gone) stop()
    }
    for (let tries = 0; tries < 100 && (await descriptors()) > opened; tries += 1) await sleep(realClock, 50)
    expect(await descriptors()).toBeLessThanOrEqual(opened)
  })

  const descriptors = async (): Promise<number> => (await readdir(`/proc/${child.pid}/fd`)).length

  /** Eight at once; what they do collides often. */
  const writeByChance = async (count: number): Promise<void> => {
    const random = seededRandom(42)
    const below = (limit: number): number => Math.floor(random.float() * limit)
    let left = count
    const write = async (): Promise<void> => {
      const name = `n${below(12)}`
      const metadata = { name, labels: { c: COLOURS[below(4)] } }
      const path = `${MAPS}/${name}`
      const how = below(4)
      if (how === 0) await send('DELETE', path)
      else if (how === 1) await send('POST', MAPS, { metadata: { name } })
      else if (how === 2) await send('PATCH', path, { metadata, data: { v: String(below(1e6)) } })
      else {
        const { status, body } = await send('GET', path)
        if (status === 200) await send('PUT', path, { ...body, data: { v: String(below(1e6)) } })
      }
    }
    const writer = async (): Promise<void> => {
      for (; left > 0; left -= 1) await write()
    }
    await Promise.all(Array.from({ length: 8 }, writer))
  }

  const listed = async (selection: string): Promise<ReadonlyMap<string, string>> => {
    const { body } = await send('GET', `${MAPS}?x${selection}`)
    return new Map(
      body.items.map(({ metadata }: Seen['object']) => [metadata.name, metadata.resourceVersion]),
    )
  }

  const resumesEverywhere = async (all: readonly Seen[]): Promise<void> => {
    const told = (events: readonly Seen[]): readonly string[] =>
      events.map(({ type, object }) => `${type} ${object.metadata.resourceVersion}`)
    expect(all.length).toBeGreaterThan(WRITES / 4)
    const begun = all.findIndex(({ type }) => type !== 'ADDED')
    const step = Math.ceil(all.length / 20)
    for (let at = begun; at < all.length; at += step) {
      const version = all[at]?.object.metadata.resourceVersion
      const rest = await watch('', `&resourceVersion=${version}`)
      const wanted = all.length - at - 1
      for (let tries = 0; tries < 200 && rest.events.length < wanted; tries += 1) await sleep(realClock, 20)
      rest.stop()
      expect(told(rest.events)).toEqual(told(all.slice(at + 1)))
    }
  }

  const watch = (selection: string, beginning: string): Promise<Watching> =>
    new Promise((resolve, reject) => {
      const events: Seen[] = []
      const path = `${url}${MAPS}?watch=true${selection}${beginning}`
      const sent = request(path, { headers, rejectUnauthorized: false, agent: false }, (response) => {
        let rest = ''
        let over = false
        response.setEncoding('utf8').on('data', (data: string) => {
          const lines = `${rest}${data}`.split('\n')
          rest = lines.pop() ?? ''
          events.push(...lines.map((line) => JSON.parse(line) as Seen))
        })
        response.once('error', () => {})
        response.once('close', () => {
          over = true
        })
        resolve({ selection, events, ended: () => over, stop: () => sent.destroy() })
      })
      sent.once('error', reject).end()
    })

  // biome-ignore lint/suspicious/noExplicitAny: objects of whatever kind.
  const send = (method: string, path: string, body?: unknown): Promise<{ status: number; body: any }> =>
    new Promise((resolve, reject) => {
      const type = { 'content-type': method === 'PATCH' ? MERGE : 'application/json' }
      const options = { method, headers: { ...headers, ...type }, agent }
      const sent = request(url + path, options, (response) => {
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
})

/** The state that a stream of events leads to; refuses what no stream may do. */
function replayed(events: readonly Seen[]): ReadonlyMap<string, string> {
  const state = new Map<string, string>()
  let last = 0
  let initial = true
  for (const { type, object } of events) {
    const { name, resourceVersion } = object.metadata
    const version = Number(resourceVersion)
    initial &&= type === 'ADDED' && !state.has(name)
    // What was there at the beginning comes by name; after that everything comes by version, marks included.
    if (!initial) expect(version).toBeGreaterThanOrEqual(last)
    if (!initial && type !== 'BOOKMARK' && type !== 'ADDED') expect(version).toBeGreaterThan(last)
    last = Math.max(last, version)
    if (type === 'BOOKMARK') continue
    expect(state.has(name), `${type} ${name}`).toBe(type !== 'ADDED')
    if (type === 'DELETED') state.delete(name)
    else state.set(name, resourceVersion)
  }
  return state
}
