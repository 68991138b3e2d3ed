import { VirtualClock } from '@reeve/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ApiObject } from '../kinds/api-object.ts'
import { ObjectCache } from './object-cache.ts'

const object = (name: string, version: number | string, uid = 'u', labels = {}): ApiObject => ({
  metadata: { name, uid, resourceVersion: String(version), labels },
})

function cacheOf(...objects: readonly ApiObject[]) {
  const clock = new VirtualClock()
  const changes: string[] = []
  const cache = new ObjectCache<ApiObject>(clock, ({ key, before, after }) => {
    const version = (each: ApiObject | undefined): string => each?.metadata.resourceVersion ?? '-'
    changes.push(`${key} ${version(before)}>${version(after)}`)
  })
  cache.replace(objects, '10')
  changes.length = 0
  const at = (name: string): string | undefined => cache.get(name)?.metadata.resourceVersion
  return { cache, changes, clock, at }
}

describe('ObjectCache', () => {
  it('takes what is newer and leaves what is not', () => {
    const { cache, changes, at } = cacheOf(object('a', 9))
    cache.set(object('a', 12))
    cache.set(object('a', 12))
    cache.set(object('a', 11))
    expect(at('a')).toBe('12')
    expect(changes).toEqual(['a 9>12'])
  })

  it('takes everything where versions cannot be compared', () => {
    const { cache, at } = cacheOf(object('a', 'x'))
    cache.set(object('a', 'b'))
    expect(at('a')).toBe('b')
  })

  it('removes what a new list no longer has, but not what was written since', () => {
    const { cache, changes, at } = cacheOf(object('a', 5), object('b', 6))
    cache.written(object('c', 25))
    cache.replace([object('b', 6)], '20')
    expect(changes).toEqual(['c ->25', 'a 5>-'])
    expect(at('c')).toBe('25')
    cache.replace([object('b', 6)], '30')
    expect(at('c')).toBeUndefined()
  })

  it('shows a write at once, and not again what the watch tells of it or of before', () => {
    const { cache, changes, at } = cacheOf(object('a', 5))
    cache.written(object('a', 12))
    cache.set(object('a', 11))
    cache.set(object('a', 12))
    expect(at('a')).toBe('12')
    expect(changes).toEqual(['a 5>12'])
  })

  it('does not bring back what the watch has told the end of already', () => {
    const { cache, at } = cacheOf()
    cache.set(object('a', 11))
    cache.mark('11')
    cache.delete(object('a', 12))
    cache.mark('12')
    cache.written(object('a', 11)) // the answer to our write comes late
    expect(at('a')).toBeUndefined()
  })

  it('keeps hidden what was deleted by us, whatever the watch still tells of it', () => {
    const { cache, changes, clock, at } = cacheOf(object('a', 5))
    cache.removed('a', 'u')
    cache.set(object('a', 11))
    cache.replace([object('a', 11)], '11')
    expect(at('a')).toBeUndefined()
    cache.delete(object('a', 12))
    expect(changes).toEqual(['a 5>-'])
    expect(clock.timers).toBe(0)
  })

  it('shows another of the same name at once', () => {
    const { cache, at } = cacheOf(object('a', 5))
    cache.removed('a', 'u')
    cache.written(object('a', 14, 'v'))
    expect(at('a')).toBe('14')
    cache.set(object('a', 11))
    cache.delete(object('a', 12))
    expect(at('a')).toBe('14')
  })

  it('believes the watch in the end if there was no deletion after all', async () => {
    const { cache, clock, at } = cacheOf(object('a', 5))
    cache.removed('a', 'u')
    cache.set(object('a', 11))
    await clock.advance(30_000)
    expect(at('a')).toBe('11')
  })

  it('forgets everything from before when versions have lost their meaning', () => {
    const { cache, changes, at } = cacheOf(object('a', 500), object('b', 600))
    cache.replace([object('a', 2)], '3', { reset: true })
    expect([at('a'), at('b')]).toEqual(['2', undefined])
    expect(changes).toEqual(['a 500>2', 'b 600>-'])
  })

  it('finds by index what is there now, also by one that was added later', () => {
    const { cache } = cacheOf(object('a', 1, 'a', { x: '1' }), object('b', 2, 'b', { x: '1' }))
    const byX = ({ metadata }: ApiObject) => metadata.labels?.x
    cache.addIndex('x', byX)
    cache.addIndex('x', byX)
    const found = (value: string) => cache.find('x', value).map(({ metadata }) => metadata.name)
    expect(found('1')).toEqual(['a', 'b'])
    cache.set(object('a', 11, 'a', { x: '2' }))
    cache.delete(object('b', 12, 'b'))
    expect([found('1'), found('2')]).toEqual([[], ['a']])
    expect(() => cache.addIndex('x', () => [])).toThrow('there is another of that name')
    expect(() => cache.find('y', '1')).toThrow('there is none')
    cache.addIndex('broken', () => {
      throw new Error('broken')
    })
    expect(cache.find('broken', '')).toEqual([])
  })

  it('never goes back, and ends where the server is, in whatever order answers and events come', () => {
    const step = fc.record({ write: fc.boolean(), remove: fc.boolean(), late: fc.nat(3) })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const { cache, at } = cacheOf()
        // The history of one object on the server; events come in order, our answers come some events late.
        const answers: { due: number; act: () => void }[] = []
        let uid = 0
        let there = false
        let seen = 0
        steps.forEach(({ write, remove, late }, index) => {
          const version = 11 + index
          if (!there) uid += 1
          const removing = there && remove
          there = !removing
          const now = object('a', version, String(uid))
          const key = String(uid)
          const mine = removing ? () => cache.removed('a', key) : () => cache.written(now)
          // A client that deletes and writes again has had the answer to the deletion before.
          if (write) for (const answer of answers.splice(0)) answer.act()
          if (write) answers.push({ due: index + late, act: mine })
          for (const answer of answers.filter(({ due }) => due <= index)) answer.act()
          answers.splice(0, answers.length, ...answers.filter(({ due }) => due > index))
          if (removing) cache.delete(now)
          else cache.set(now)
          cache.mark(String(version))
          const known = Number(at('a') ?? seen)
          expect(known).toBeGreaterThanOrEqual(seen)
          seen = known
        })
        for (const { act } of answers) act()
        expect(at('a')).toBe(there ? String(10 + steps.length) : undefined)
      }),
    )
  })
})
