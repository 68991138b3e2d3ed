import { spawn } from 'node:child_process'
import { type ControlPlane, startControlPlane } from '@reeve/apiserver'
import { type Ledger, openMemoryLedger } from '@reeve/ledger'
import { VirtualClock } from '@reeve/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ask, eventsOf } from './in-process.ts'

const MAPS = '/api/v1/namespaces/default/configmaps'

describe('a control plane whose ledger forgets', () => {
  let clock: VirtualClock
  let ledger: Ledger
  let plane: ControlPlane
  beforeEach(async () => {
    clock = new VirtualClock()
    ledger = openMemoryLedger({ clock })
    plane = await startControlPlane({ ledger, clock })
    for (let at = 0; at < 5; at += 1) await ask(plane, 'POST', MAPS, { metadata: { name: `m${at}` } })
  })
  afterEach(async () => {
    await plane.close()
    expect(clock.timers).toBe(0)
    await ledger.close()
  })

  const first = async (from: number): Promise<readonly unknown[]> => {
    const events = await eventsOf(plane, `${MAPS}?watch=true&resourceVersion=${from}`)
    const { value } = await events.next()
    if (value.type !== 'ERROR') await events.return?.()
    return [value.type, value.type === 'ERROR' ? value.object.code : value.object.metadata.name, events]
  }

  /** More revisions than are kept in any case, then more time than is kept. */
  const forget = async (): Promise<void> => {
    const { body } = await ask(plane, 'GET', `${MAPS}/m0`)
    const value = new TextEncoder().encode(JSON.stringify(body))
    for (let at = 0; at < 10_100; at += 1)
      await ledger.txn([], [{ do: 'put', key: '/registry/core/configmaps/default/m0', value }])
    await clock.advance(1_300_000)
  }

  it('ends a watch from a version that is gone with one 410, and lets the client list and go on', async () => {
    const old = (await ask(plane, 'GET', MAPS)).body.metadata.resourceVersion
    const waiting = await eventsOf(plane, `${MAPS}?watch=true&resourceVersion=${old}`)
    await forget()
    const [type, code, events] = await first(Number(old))
    expect([type, code]).toEqual(['ERROR', 410])
    expect(await (events as AsyncIterator<unknown>).next()).toEqual({ done: true, value: undefined })
    const late = (await waiting.next()).value
    expect([late.type, late.object.reason]).toEqual(['ERROR', 'Expired'])
    expect(await waiting.next()).toEqual({ done: true, value: undefined })
    const listed = (await ask(plane, 'GET', MAPS)).body
    await ask(plane, 'POST', MAPS, { metadata: { name: 'later' } })
    expect((await first(listed.metadata.resourceVersion)).slice(0, 2)).toEqual(['ADDED', 'later'])
  })

  it('hands out a token with which a list that took too long goes on', async () => {
    const page = (await ask(plane, 'GET', `${MAPS}?limit=2`)).body
    await forget()
    const { status, body } = await ask(plane, 'GET', `${MAPS}?limit=2&continue=${page.metadata.continue}`)
    expect([status, body.reason]).toEqual([410, 'Expired'])
    const names: string[] = []
    for (let token = body.metadata.continue; token; ) {
      const next = (await ask(plane, 'GET', `${MAPS}?limit=2&continue=${token}`)).body
      names.push(...next.items.map((item: { metadata: { name: string } }) => item.metadata.name))
      token = next.metadata.continue
    }
    expect(names).toEqual(['m1', 'm2', 'm3', 'm4'])
    const exact = `${MAPS}?resourceVersion=${page.metadata.resourceVersion}&resourceVersionMatch=Exact`
    expect((await ask(plane, 'GET', exact)).status).toBe(410)
  })

  it('never leaves out a deletion, at whichever revision the ledger forgets', async () => {
    const before = Number((await ask(plane, 'GET', `${MAPS}/m4`)).body.metadata.resourceVersion)
    await ask(plane, 'DELETE', `${MAPS}/m4`)
    await ask(plane, 'POST', MAPS, { metadata: { name: 'z' } })
    await clock.advance(1)
    const told: unknown[] = []
    for (const floor of [before, before + 1, before + 2]) {
      await ledger.compact(floor)
      told.push((await first(before)).slice(0, 2))
    }
    const [kept, at, gone] = told
    expect([kept, gone]).toEqual([
      ['DELETED', 'm4'],
      ['ERROR', 410],
    ])
    expect([
      ['DELETED', 'm4'],
      ['ERROR', 410],
    ]).toContainEqual(at)
  })
})

/** In a process of its own, since what is tested is whether that process lives on. */
const BEHIND = `
import { startControlPlane } from '@reeve/apiserver'
import { openMemoryLedger } from '@reeve/ledger'
const ledger = openMemoryLedger()
const plane = await startControlPlane({ ledger })
const maps = '/api/v1/namespaces/default/configmaps'
const ask = async (method, path, body) => {
  const url = new URL(path, 'https://plane')
  const answer = await plane.handle({
    method, path: url.pathname, query: url.searchParams, headers: { 'content-type': 'application/json' },
    body: new TextEncoder().encode(body === undefined ? '' : JSON.stringify(body)), signal: new AbortController().signal,
  })
  return answer
}
const owned = async (name, owner) => {
  const uid = (await ask('POST', maps, { metadata: { name: owner } })).object.metadata.uid
  const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: owner, uid }]
  for (let at = 0; at < 100; at += 1) await ask('POST', maps, { metadata: { name: name + at, ownerReferences } })
  await ask('DELETE', maps + '/' + owner)
}
await owned('early', 'first')
for (let at = 0; at < 10500; at += 1) {
  const metadata = { name: 'x' + at, namespace: 'kube-public', uid: 'u' + at }
  const value = new TextEncoder().encode(JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata }))
  void ledger.txn([], [{ do: 'put', key: '/registry/core/configmaps/kube-public/x' + at, value }])
}
await owned('late', 'second')
for (let tries = 0; tries < 400; tries += 1) {
  const left = (await ask('GET', maps)).object.items.length
  if (left === 1) break
  await new Promise((resolve) => setTimeout(resolve, 25))
}
process.stdout.write(String((await ask('GET', maps)).object.items.length))
await plane.close()
await ledger.close()
`

describe('a control plane that falls behind its own ledger', () => {
  it('looks again and goes on collecting garbage', async () => {
    const args = ['--conditions=source', '--input-type=module', '-e', BEHIND]
    const child = spawn(process.execPath, args, {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    let said = ''
    child.stdout.on('data', (data) => {
      said += data
    })
    const code = await new Promise((resolve) => child.once('close', resolve))
    expect({ code, left: said }).toEqual({ code: 0, left: '1' })
  })
})
