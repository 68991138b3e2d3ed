import type { ApiObject, Informer, Stored } from '@reeve/client'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { generationChanged, type ObjectChange } from './predicates.ts'
import { type Followed, itself, itsOwner, watchSource } from './watch-source.ts'

interface Thing {
  readonly metadata: {
    readonly name: string
    readonly namespace?: string
    readonly generation?: number
    readonly labels?: Readonly<Record<string, string>>
  }
}

/** An informer that the test speaks for. */
function spoken() {
  const synced = Promise.withResolvers<void>()
  let tell: (change: ObjectChange<Thing>) => void = () => {}
  let stopped = false
  const from: Followed<Thing> = {
    handle: (handler) => {
      tell = handler
      return {
        synced: synced.promise,
        stop: async () => {
          stopped = true
        },
      }
    },
  }
  return { from, synced, tell: (change: ObjectChange<Thing>) => tell(change), isStopped: () => stopped }
}

const thing = (name: string, metadata: Partial<Thing['metadata']> = {}): Thing => ({
  metadata: { name, namespace: 'lab', generation: 1, ...metadata },
})

describe('watchSource', () => {
  it('asks for what is there at a low priority, and is ready when all of it was told', async () => {
    const { from, synced, tell } = spoken()
    const asked: unknown[] = []
    let ready = false
    const started = watchSource({ from, to: itself })
      .start((...each) => asked.push(each), new AbortController().signal)
      .then(() => {
        ready = true
      })
    tell({ type: 'added', object: thing('a'), initial: true })
    tell({ type: 'added', object: thing('b'), initial: false })
    await Promise.resolve()
    expect(ready).toBe(false)
    synced.resolve()
    await started
    expect(asked).toEqual([
      ['lab/a', { reason: 'added', renewed: false, priority: -100 }],
      ['lab/b', { reason: 'added', renewed: false }],
    ])
  })

  it('asks for the keys of an object before and after a change, each once', async () => {
    const { from, synced, tell } = spoken()
    const asked: unknown[] = []
    synced.resolve()
    const to = ({ metadata }: Thing): string[] => (metadata.labels?.owners ?? '').split(',')
    await watchSource({ from, to }).start((key) => asked.push(key), new AbortController().signal)
    tell({
      type: 'updated',
      before: thing('a', { labels: { owners: 'x,y' } }),
      object: thing('a', { labels: { owners: 'y,z' } }),
    })
    expect(asked).toEqual(['y', 'z', 'x'])
  })

  it('leaves out what a predicate refuses, and forgives failures when the spec is new', async () => {
    const { from, synced, tell } = spoken()
    const asked: unknown[] = []
    synced.resolve()
    await watchSource({ from, to: itself, when: generationChanged, renews: true }).start(
      (key, options) => asked.push([key, options?.renewed]),
      new AbortController().signal,
    )
    tell({ type: 'updated', before: thing('a'), object: thing('a', { labels: { x: 'y' } }) })
    tell({ type: 'updated', before: thing('b'), object: thing('b', { generation: 2 }) })
    tell({ type: 'removed', object: thing('c') })
    expect(asked).toEqual([
      ['lab/b', true],
      ['lab/c', false],
    ])
  })

  it('stops with its signal, also while it waits to be ready', async () => {
    const { from, isStopped } = spoken()
    const abort = new AbortController()
    const started = watchSource({ from, to: itself }).start(() => {}, abort.signal)
    abort.abort()
    await started
    expect(isStopped()).toBe(true)
  })

  it('takes an informer of the client as it is', () => {
    expectTypeOf<Informer<ApiObject>>().toExtend<Followed<Stored<ApiObject>>>()
  })
})

describe('itsOwner', () => {
  const cluster = { group: 'example.io', kind: 'Cluster', namespaced: true }
  const owned = (apiVersion: string, controller = true) => ({
    metadata: {
      name: 'node',
      namespace: 'lab',
      ownerReferences: [{ apiVersion, kind: 'Cluster', name: 'one', uid: 'u', controller }],
    },
  })

  it('names the object that manages a child, whatever the version of the reference', () => {
    expect(itsOwner(cluster)(owned('example.io/v1'))).toEqual(['lab/one'])
    expect(itsOwner(cluster)(owned('example.io/v2'))).toEqual(['lab/one'])
    expect(itsOwner({ ...cluster, namespaced: false })(owned('example.io/v1'))).toEqual(['one'])
  })

  it('names nothing for children of others', () => {
    expect(itsOwner(cluster)(owned('other.io/v1'))).toEqual([])
    expect(itsOwner(cluster)(owned('example.io/v1', false))).toEqual([])
    expect(itsOwner(cluster)({ metadata: { name: 'node' } })).toEqual([])
  })
})
