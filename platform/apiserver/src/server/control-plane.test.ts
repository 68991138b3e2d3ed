import { openMemoryLedger } from '@reeve/ledger'
import { VirtualClock } from '@reeve/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { JsonObject } from '../json/json-value.ts'
import { type ControlPlane, startControlPlane } from './control-plane.ts'

const MAPS = '/api/v1/namespaces/default/configmaps'
const MERGE = 'application/merge-patch+json'

interface Reply {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came back.
  readonly body: any
}

describe('control plane', () => {
  const clock = new VirtualClock()
  let ledger: ReturnType<typeof openMemoryLedger>
  let plane: ControlPlane
  beforeEach(async () => {
    ledger = openMemoryLedger({ clock })
    plane = await startControlPlane({ ledger, clock, rootCa: 'pem' })
  })
  afterEach(async () => {
    await plane.close()
    await ledger.close()
  })

  const send = (
    method: string,
    path: string,
    body?: unknown,
    type = 'application/json',
    accept = 'application/json',
  ) => {
    const url = new URL(path, 'https://x')
    const content = body === undefined ? '' : JSON.stringify(body)
    return plane.handle({
      method,
      path: url.pathname,
      query: url.searchParams,
      headers: { 'content-type': type, accept, 'user-agent': 'test/1' },
      body: new TextEncoder().encode(content),
      signal: new AbortController().signal,
    })
  }
  const ask = async (...args: Parameters<typeof send>): Promise<Reply> => {
    const answer = await send(...args)
    if (answer.type === 'stream') throw new Error('a stream')
    return { status: answer.status, body: answer.type === 'object' ? answer.object : answer.text }
  }
  const map = (name: string, more: JsonObject = {}, data: JsonObject = { k: 'v' }): JsonObject => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, ...more },
    data,
  })
  const watch = async (path: string): Promise<AsyncIterator<JsonObject>> => {
    const answer = await send('GET', path)
    if (answer.type !== 'stream') throw new Error(JSON.stringify(answer))
    return answer.events[Symbol.asyncIterator]()
  }
  const events = async (iterator: AsyncIterator<JsonObject>, count: number): Promise<string[]> => {
    const told: string[] = []
    while (told.length < count) {
      // biome-ignore lint/suspicious/noExplicitAny: an event of whatever kind.
      const { value, done } = (await iterator.next()) as { value: any; done?: boolean }
      if (done) break
      told.push(`${value.type} ${value.object.metadata?.name ?? value.object.code ?? ''}`.trim())
    }
    return told
  }
  const settled = (): Promise<void> => clock.advance(1_000)

  it('has the namespaces of every cluster, each with its service account and the authority to trust', async () => {
    await settled()
    const { body } = await ask('GET', '/api/v1/namespaces')
    expect(body.items.map((item: JsonObject) => (item.metadata as JsonObject).name)).toEqual([
      'default',
      'kube-node-lease',
      'kube-public',
      'kube-system',
    ])
    expect((await ask('GET', '/api/v1/namespaces/kube-public/serviceaccounts/default')).status).toBe(200)
    expect((await ask('GET', `${MAPS}/kube-root-ca.crt`)).body.data).toEqual({ 'ca.crt': 'pem' })
  })

  it('refuses a write made from an old version, and one that changes nothing makes no new one', async () => {
    const { body: first } = await ask('POST', MAPS, map('a'))
    const { body: second } = await ask('PUT', `${MAPS}/a`, { ...first, data: { k: 'w' } })
    expect(Number(second.metadata.resourceVersion)).toBeGreaterThan(Number(first.metadata.resourceVersion))
    expect((await ask('PUT', `${MAPS}/a`, { ...first, data: { k: 'x' } })).body).toMatchObject({
      code: 409,
      reason: 'Conflict',
    })
    const { body: same } = await ask('PUT', `${MAPS}/a`, second)
    expect(same.metadata.resourceVersion).toBe(second.metadata.resourceVersion)
  })

  it('makes names by chance, and stores nothing on a dry run', async () => {
    const { body } = await ask('POST', MAPS, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { generateName: 'x-' },
    })
    expect(body.metadata.name).toMatch(/^x-[bcdfghjklmnpqrstvwxz2456789]{5}$/)
    const dry = await ask('POST', `${MAPS}?dryRun=All`, map('dry'))
    expect([dry.status, dry.body.metadata.resourceVersion, typeof dry.body.metadata.uid]).toEqual([
      201,
      undefined,
      'string',
    ])
    expect((await ask('GET', `${MAPS}/dry`)).status).toBe(404)
  })

  it('makes objects in a namespace that changes at the same moment', async () => {
    const labels = { metadata: { labels: { changed: 'yes' } } }
    const all = await Promise.all([
      ...Array.from({ length: 5 }, (_, n) => ask('POST', MAPS, map(`before-${n}`))),
      ask('PATCH', '/api/v1/namespaces/default', labels, MERGE),
      ...Array.from({ length: 5 }, (_, n) => ask('POST', MAPS, map(`after-${n}`))),
    ])
    expect(all.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 200, 201, 201, 201, 201, 201])
  })

  it('deletes what is in a namespace that goes, says what it waits for, and lets it go when nothing is left', async () => {
    await ask('POST', '/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'n' } })
    const held = { finalizers: ['example.io/held'] }
    await ask('POST', '/api/v1/namespaces/n/configmaps', map('held', held))
    await ask('DELETE', '/api/v1/namespaces/n')
    await settled()
    const { body } = await ask('GET', '/api/v1/namespaces/n')
    const said = body.status.conditions.map(({ type, status }: JsonObject) => `${type} ${status}`)
    expect(said).toContain('NamespaceContentRemaining True')
    expect(body.status.conditions.at(-1).message).toBe(
      'Some content in the namespace has finalizers remaining: example.io/held in 1 resource instances',
    )
    const going = await ask('GET', '/api/v1/namespaces/n/configmaps/held')
    expect(going.body.metadata.deletionTimestamp).toBeDefined()
    await ask('PATCH', '/api/v1/namespaces/n/configmaps/held', { metadata: { finalizers: null } }, MERGE)
    await settled()
    expect((await ask('GET', '/api/v1/namespaces/n')).status).toBe(404)
  })

  describe('lists', () => {
    beforeEach(async () => {
      for (const [n, name] of ['a', 'b', 'c', 'd', 'e'].entries())
        await ask('POST', MAPS, map(name, { labels: { odd: String(n % 2) } }))
    })

    it('in pages of one state, with what is left', async () => {
      const first = await ask('GET', `${MAPS}?limit=2`)
      expect(first.body.metadata.remainingItemCount).toBeGreaterThanOrEqual(3)
      await ask('DELETE', `${MAPS}/e`)
      const rest = await ask('GET', `${MAPS}?limit=9&continue=${first.body.metadata.continue}`)
      const names = [...first.body.items, ...rest.body.items].map((item) => item.metadata.name)
      expect(names.filter((name) => name.length === 1)).toEqual(['a', 'b', 'c', 'd', 'e'])
      expect(rest.body.metadata.resourceVersion).toBe(first.body.metadata.resourceVersion)
    })

    it('goes on from the newest state where the client agrees to that', async () => {
      const first = await ask('GET', `${MAPS}?limit=2`)
      await ask('DELETE', `${MAPS}/e`)
      await ledger.compact(await ledger.revision())
      const expired = await ask('GET', `${MAPS}?continue=${first.body.metadata.continue}`)
      expect(expired.body).toMatchObject({ code: 410, reason: 'Expired' })
      const rest = await ask('GET', `${MAPS}?continue=${expired.body.metadata.continue}`)
      expect(rest.body.items.map((item: JsonObject) => (item.metadata as JsonObject).name)).toEqual(
        expect.arrayContaining(['c', 'd']),
      )
      expect((await ask('GET', `${MAPS}?continue=nonsense`)).status).toBe(400)
    })

    it('fills pages with what a selector wants', async () => {
      const first = await ask('GET', `${MAPS}?limit=1&labelSelector=odd%3D1`)
      const second = await ask(
        'GET',
        `${MAPS}?limit=1&labelSelector=odd%3D1&continue=${first.body.metadata.continue}`,
      )
      expect([first, second].map(({ body }) => body.items[0].metadata.name)).toEqual(['b', 'd'])
      expect(first.body.metadata.remainingItemCount).toBeUndefined()
    })
  })

  describe('watches', () => {
    it('from a version on, in order', async () => {
      const { body } = await ask('POST', MAPS, map('a'))
      const watching = await watch(`${MAPS}?watch=true&resourceVersion=${body.metadata.resourceVersion}`)
      await ask('PATCH', `${MAPS}/a`, { data: { k: '2' } }, MERGE)
      await ask('POST', MAPS, map('b'))
      await ask('DELETE', `${MAPS}/a`)
      expect(await events(watching, 3)).toEqual(['MODIFIED a', 'ADDED b', 'DELETED a'])
      await watching.return?.()
    })

    it('tells when an object comes into view and leaves it', async () => {
      const { body } = await ask('POST', MAPS, map('a'))
      const watching = await watch(
        `${MAPS}?watch=true&labelSelector=on&resourceVersion=${body.metadata.resourceVersion}`,
      )
      await ask('PATCH', `${MAPS}/a`, { metadata: { labels: { on: '' } } }, MERGE)
      await ask('PATCH', `${MAPS}/a`, { data: { k: '2' } }, MERGE)
      await ask('PATCH', `${MAPS}/a`, { metadata: { labels: { on: null } } }, MERGE)
      await ask('DELETE', `${MAPS}/a`)
      await ask('POST', MAPS, map('b', { labels: { on: '' } }))
      expect(await events(watching, 4)).toEqual(['ADDED a', 'MODIFIED a', 'DELETED a', 'ADDED b'])
      await watching.return?.()
    })

    it('sends the state first where asked to, closed by a bookmark', async () => {
      await ask('POST', MAPS, map('a'))
      const query =
        'watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true&labelSelector=!x'
      const watching = await watch(`${MAPS}?${query}`)
      const seen: string[] = []
      for (let type = ''; type !== 'BOOKMARK'; ) {
        // biome-ignore lint/suspicious/noExplicitAny: an event of whatever kind.
        const { value } = (await watching.next()) as { value: any }
        type = value.type
        seen.push(
          `${type} ${value.object.metadata.name ?? value.object.metadata.annotations?.['k8s.io/initial-events-end']}`,
        )
      }
      expect(seen).toContain('ADDED a')
      expect(seen.at(-1)).toBe('BOOKMARK true')
      await watching.return?.()
      expect((await ask('GET', `${MAPS}?watch=true&sendInitialEvents=true`)).status).toBe(422)
    })

    it('says on the stream that a version is too old', async () => {
      const { body } = await ask('POST', MAPS, map('a'))
      await ask('PATCH', `${MAPS}/a`, { data: { k: '2' } }, MERGE)
      await ledger.compact(await ledger.revision())
      const old = Number(body.metadata.resourceVersion) - 1
      const watching = await watch(`${MAPS}?watch=true&resourceVersion=${old}`)
      expect(await events(watching, 2)).toEqual(['ERROR 410'])
    })

    it('ends after the time that the client has set', async () => {
      const watching = await watch(
        `${MAPS}?watch=true&resourceVersion=${await ledger.revision()}&timeoutSeconds=5`,
      )
      const ended = events(watching, 1)
      await clock.advance(5_000)
      expect(await ended).toEqual([])
    })
  })

  describe('deletes', () => {
    it('waits for finalizers, takes no new ones meanwhile, and goes with the last', async () => {
      await ask('POST', MAPS, map('a', { finalizers: ['x/y'] }))
      const marked = await ask('DELETE', `${MAPS}/a`)
      expect(marked.body.metadata).toMatchObject({ deletionGracePeriodSeconds: 0, finalizers: ['x/y'] })
      expect(
        (await ask('PATCH', `${MAPS}/a`, { metadata: { finalizers: ['x/y', 'x/z'] } }, MERGE)).status,
      ).toBe(422)
      expect((await ask('PATCH', `${MAPS}/a`, { metadata: { finalizers: null } }, MERGE)).status).toBe(200)
      expect((await ask('GET', `${MAPS}/a`)).status).toBe(404)
    })

    it('only what is still the same, where asked to', async () => {
      await ask('POST', MAPS, map('a'))
      expect((await ask('DELETE', `${MAPS}/a`, { preconditions: { uid: 'other' } })).body).toMatchObject({
        code: 409,
      })
      expect((await ask('DELETE', `${MAPS}/a`)).body).toMatchObject({
        status: 'Success',
        details: { name: 'a', kind: 'configmaps' },
      })
    })

    it('empties a namespace that is going, and refuses new content in it', async () => {
      await ask('POST', '/api/v1/namespaces', {
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name: 'x' },
      })
      const held = '/api/v1/namespaces/x/configmaps'
      await ask('POST', held, map('a', { finalizers: ['x/y'] }))
      expect((await ask('DELETE', '/api/v1/namespaces/x')).body.status).toEqual({ phase: 'Terminating' })
      await settled()
      expect((await ask('POST', held, map('b'))).body).toMatchObject({
        code: 403,
        details: { causes: [{ reason: 'NamespaceTerminating' }] },
      })
      await ask('PATCH', `${held}/a`, { metadata: { finalizers: null } }, MERGE)
      await settled()
      expect((await ask('GET', '/api/v1/namespaces/x')).status).toBe(404)
    })
  })

  describe('garbage collection', () => {
    const child = async (name: string, owner: Reply, more: JsonObject = {}): Promise<void> => {
      const { uid, name: of } = owner.body.metadata
      const reference = { apiVersion: 'v1', kind: 'ConfigMap', name: of, uid, ...more }
      await ask('POST', MAPS, map(name, { ownerReferences: [reference] }))
    }

    it('takes away what has lost its owner, and what belongs to that', async () => {
      const owner = await ask('POST', MAPS, map('owner'))
      await child('child', owner)
      await child('grandchild', await ask('GET', `${MAPS}/child`))
      await ask('DELETE', `${MAPS}/owner`, { propagationPolicy: 'Background' })
      await settled()
      expect((await ask('GET', `${MAPS}/child`)).status).toBe(404)
      expect((await ask('GET', `${MAPS}/grandchild`)).status).toBe(404)
    })

    it('lets the owner wait for what blocks it', async () => {
      const owner = await ask('POST', MAPS, map('owner'))
      await child('child', owner, { blockOwnerDeletion: true })
      await ask('PATCH', `${MAPS}/child`, { metadata: { finalizers: ['x/y'] } }, MERGE)
      await ask('DELETE', `${MAPS}/owner`, { propagationPolicy: 'Foreground' })
      await settled()
      expect((await ask('GET', `${MAPS}/owner`)).body.metadata.finalizers).toEqual(['foregroundDeletion'])
      expect((await ask('GET', `${MAPS}/child`)).body.metadata.deletionTimestamp).toBeDefined()
      await ask('PATCH', `${MAPS}/child`, { metadata: { finalizers: null } }, MERGE)
      await settled()
      expect((await ask('GET', `${MAPS}/owner`)).status).toBe(404)
    })

    it('leaves orphans alone, without their reference', async () => {
      const owner = await ask('POST', MAPS, map('owner'))
      await child('child', owner)
      await ask('DELETE', `${MAPS}/owner`, { propagationPolicy: 'Orphan' })
      await settled()
      expect((await ask('GET', `${MAPS}/owner`)).status).toBe(404)
      expect((await ask('GET', `${MAPS}/child`)).body.metadata.ownerReferences).toBeUndefined()
    })

    it('takes away what names an owner that never was', async () => {
      await child('stray', { status: 200, body: { metadata: { name: 'nobody', uid: 'never' } } })
      await settled()
      expect((await ask('GET', `${MAPS}/stray`)).status).toBe(404)
    })
  })

  it('shows tables and metadata to who asks for them', async () => {
    await ask('POST', MAPS, map('a'))
    const table = await ask(
      'GET',
      `${MAPS}/a`,
      undefined,
      '',
      'application/json;as=Table;v=v1;g=meta.k8s.io,application/json',
    )
    expect(table.body).toMatchObject({ kind: 'Table', rows: [{ cells: ['a', 1, expect.any(String)] }] })
    const meta = await ask(
      'GET',
      MAPS,
      undefined,
      '',
      'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io',
    )
    expect(meta.body).toMatchObject({ kind: 'PartialObjectMetadataList' })
    expect((await ask('GET', MAPS, undefined, '', 'text/html')).status).toBe(406)
  })

  it('answers nonsense with the right status', async () => {
    expect((await ask('GET', '/nothing/here')).status).toBe(404)
    expect((await ask('GET', '/api/v1/unknowns')).status).toBe(404)
    expect((await ask('GET', `${MAPS}?limit=abc`)).status).toBe(400)
    expect((await ask('GET', MAPS, undefined, '', 'application/vnd.kubernetes.protobuf')).status).toBe(406)
    expect((await ask('POST', `${MAPS}/a`, map('a'))).status).toBe(405)
    expect((await ask('POST', MAPS, 'text', 'text/plain')).status).toBe(415)
    expect((await ask('POST', MAPS, [1])).status).toBe(400)
    expect((await ask('POST', '/api/v1/namespaces/none/configmaps', map('a'))).body).toMatchObject({
      code: 404,
      details: { name: 'none', kind: 'namespaces' },
    })
    expect((await ask('POST', MAPS, map('Not Allowed'))).status).toBe(422)
  })
})
