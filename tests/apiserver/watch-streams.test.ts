import { realClock, sleep } from '@reeve/ground'
import { useSystem } from '@reeve/test-servers'
import { seededRandom } from '@reeve/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clear, define } from './define.ts'
import { normalise } from './normalise.ts'
import { randomAsks } from './random-asks.ts'
import { ourServer, realServer, type Server, type WatchedEvent, type Watching } from './twins.ts'

const kubernetes = await useSystem('kubernetes')
const DEVICES = '/apis/twin.example.io/v1/namespaces/default/devices'
const MAPS = '/api/v1/namespaces/default/configmaps'
const SEEDS = Array.from({ length: 8 }, (_, n) => n + 101)
/** Everything that tells watchers apart: which kind, what is selected, where it begins. */
const WATCHES: readonly string[] = [
  `${DEVICES}?watch=true`,
  `/apis/twin.example.io/v1/devices?watch=1&resourceVersion=0`,
  `${DEVICES}?watch=true&labelSelector=tier%3Dweb`,
  `${DEVICES}?watch=true&labelSelector=%21tier`,
  `${DEVICES}?watch=true&fieldSelector=metadata.name%3Da`,
  `${DEVICES}?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true`,
  `/apis/twin.example.io/v1/watch/namespaces/default/devices`,
  `/apis/twin.example.io/v1/watch/namespaces/default/devices/b`,
  `${MAPS}?watch=true&fieldSelector=metadata.name%21%3Dkube-root-ca.crt`,
  `${MAPS}?watch=true&labelSelector=tier+in+%28web%2Cdb%29`,
]
/** Shown to every watch by its labels and name, as the last thing that happens. */
const LAST = 'a'

describe.skipIf(!kubernetes.available)('watches beside a real kube-apiserver', () => {
  let servers: readonly Server[] = []
  beforeAll(async () => {
    servers = [realServer(await kubernetes.start({})), await ourServer()]
    for (const server of servers) await define(server)
  })
  afterAll(async () => {
    for (const server of [...servers].reverse()) await server[Symbol.asyncDispose]()
  })

  it.each(SEEDS)('tell the same of the same requests by chance, seed %i', async (seed) => {
    const asks = randomAsks(seededRandom(seed), 90)
    const [wanted, got] = await Promise.all(servers.map((server) => story(server, asks)))
    expect(got).toEqual(wanted)
  })

  it.each(SEEDS.slice(0, 3))('resume from any version with exactly the rest, seed %i', async (seed) => {
    const [, ours] = servers as [Server, Server]
    const watching = await ours.watch(`${DEVICES}?watch=true&resourceVersion=0`)
    for (const ask of randomAsks(seededRandom(seed), 60)) await ours.ask(ask)
    await clear(ours)
    await quiet(watching)
    const all = watching.events.map(({ type, object }) => `${type} ${object.metadata.resourceVersion}`)
    for (const [at, { object }] of watching.events.entries()) {
      if (at % 7 !== 0) continue
      const rest = await ours.watch(
        `${DEVICES}?watch=true&resourceVersion=${object.metadata.resourceVersion}`,
      )
      await until(() => rest.events.length >= all.length - at - 1)
      rest.stop()
      expect(rest.events.map(({ type, object: each }) => `${type} ${each.metadata.resourceVersion}`)).toEqual(
        all.slice(at + 1),
      )
    }
    watching.stop()
  })
})

/** What every watch told while the requests were made, half of them begun before and half in the middle. */
async function story(server: Server, asks: ReturnType<typeof randomAsks>): Promise<unknown> {
  const half = Math.floor(asks.length / 2)
  const early = await Promise.all(WATCHES.map((path) => server.watch(path)))
  for (const ask of asks.slice(0, half)) await server.ask(ask)
  await Promise.all(early.map(quiet))
  const late = await Promise.all(WATCHES.map((path) => server.watch(path)))
  for (const ask of asks.slice(half)) await server.ask(ask)
  await clear(server)
  await server.ask({ method: 'POST', path: DEVICES, body: device('web') })
  await Promise.all([...early, ...late].map(quiet))
  await clear(server)
  const told = [...early, ...late].map(({ events }) =>
    events.filter(isTold).map(({ type, object }) => [type, normalise(object)]),
  )
  for (const { stop } of [...early, ...late]) stop()
  // The state at the beginning comes in no promised order.
  return told.map((events) => initialSorted(events as [string, { metadata: { name: string } }][]))
}

/** Bookmarks come by the clock, but for the one that ends the state at the beginning. */
function isTold({ type, object }: WatchedEvent): boolean {
  return type !== 'BOOKMARK' || object.metadata.annotations !== undefined
}

function initialSorted(events: [string, { metadata: { name: string } }][]): unknown {
  const end = events.findIndex(([type]) => type !== 'ADDED')
  const initial = end === -1 ? events : events.slice(0, end)
  const sorted = [...initial].sort(([, a], [, b]) => (a.metadata.name < b.metadata.name ? -1 : 1))
  return [...sorted, ...(end === -1 ? [] : events.slice(end))]
}

function device(tier: string): unknown {
  const metadata = { name: LAST, labels: { tier } }
  return { apiVersion: 'twin.example.io/v1', kind: 'Device', metadata }
}

/** Waits until nothing more has come for a while. */
async function quiet({ events }: Watching): Promise<void> {
  for (let seen = -1; seen !== events.length; ) {
    seen = events.length
    await sleep(realClock, 300)
  }
}

async function until(met: () => boolean): Promise<void> {
  for (let tries = 0; tries < 200 && !met(); tries += 1) await sleep(realClock, 25)
}
