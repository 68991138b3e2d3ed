import { realClock } from '@reeve/ground'
import { describe, expect, it } from 'vitest'
import type { ApiObject } from '../kinds/api-object.ts'
import type { Change } from './change.ts'
import { HandlerQueue } from './handler-queue.ts'

const object = (version: number, uid = 'u'): ApiObject => ({
  metadata: { name: 'a', uid, resourceVersion: String(version) },
})
const words = (change: Change<ApiObject>): string => {
  const { resourceVersion, uid } = change.object.metadata
  const before = change.type === 'updated' ? `${change.before.metadata.resourceVersion}>` : ''
  return `${change.type} ${before}${resourceVersion}${uid === 'u' ? '' : uid}`
}

function queueOf(handler?: (change: Change<ApiObject>) => void | Promise<void>) {
  const told: string[] = []
  const failures: unknown[] = []
  const queue = new HandlerQueue<ApiObject>(
    (change) => {
      told.push(words(change))
      return handler?.(change)
    },
    { clock: realClock, failed: (error) => void failures.push(error) },
  )
  return { queue, told, failures }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('HandlerQueue', () => {
  it('tells each change once, in order, never from within the push', async () => {
    const { queue, told } = queueOf()
    queue.push({ key: 'a', before: undefined, after: object(1) })
    expect(told).toEqual([])
    await settled()
    queue.push({ key: 'a', before: object(1), after: object(2) })
    await settled()
    queue.push({ key: 'a', before: object(2), after: undefined })
    await settled()
    expect(told).toEqual(['added 1', 'updated 1>2', 'removed 2'])
  })

  it('tells a slow handler how things are by then', async () => {
    const gates: (() => void)[] = []
    const { queue, told } = queueOf(() => new Promise((resolve) => gates.push(resolve)))
    queue.push({ key: 'a', before: undefined, after: object(1) })
    await settled()
    for (let at = 1; at < 100; at += 1) queue.push({ key: 'a', before: object(at), after: object(at + 1) })
    queue.push({ key: 'b', before: undefined, after: object(7) })
    queue.push({ key: 'b', before: object(7), after: undefined })
    expect(queue.waiting).toBe(2)
    gates.shift()?.()
    await settled()
    gates.shift()?.()
    await settled()
    expect(told).toEqual(['added 1', 'updated 1>100'])
  })

  it('tells two objects of one name apart', async () => {
    const { queue, told } = queueOf()
    queue.push({ key: 'a', before: object(1), after: undefined })
    queue.push({ key: 'a', before: undefined, after: object(5, 'v') })
    await settled()
    expect(told).toEqual(['removed 1', 'added 5v'])
  })

  it('goes on after a handler that throws or rejects', async () => {
    let count = 0
    const { queue, told, failures } = queueOf(() => {
      count += 1
      if (count === 1) throw new Error('thrown')
      return count === 2 ? Promise.reject(new Error('rejected')) : undefined
    })
    for (const key of ['a', 'b', 'c']) queue.push({ key, before: undefined, after: object(1) })
    await settled()
    expect(told).toHaveLength(3)
    expect(failures.map(String)).toEqual(['Error: thrown', 'Error: rejected'])
  })

  it('is in step when all that was there at the beginning was told', async () => {
    const gates: (() => void)[] = []
    const { queue } = queueOf(() => new Promise((resolve) => gates.push(resolve)))
    let synced = false
    void queue.synced.then(() => {
      synced = true
    })
    queue.push({ key: 'a', before: undefined, after: object(1) }, true)
    await settled()
    queue.complete()
    queue.push({ key: 'b', before: undefined, after: object(1) })
    await settled()
    expect(synced).toBe(false)
    gates.shift()?.()
    await settled()
    expect(synced).toBe(true)
  })

  it('calls nobody after it was stopped, and waits for whoever was called', async () => {
    let end = (): void => {}
    const { queue, told } = queueOf(() => new Promise((resolve) => (end = resolve)))
    queue.push({ key: 'a', before: undefined, after: object(1) })
    queue.push({ key: 'b', before: undefined, after: object(1) })
    await settled()
    let stopped = false
    const stopping = queue.stop().then(() => {
      stopped = true
    })
    await settled()
    expect(stopped).toBe(false)
    end()
    await stopping
    queue.push({ key: 'c', before: undefined, after: object(1) })
    await settled()
    expect(told).toEqual(['added 1'])
  })
})
