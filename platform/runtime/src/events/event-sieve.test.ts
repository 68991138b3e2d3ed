import { seededRandom, VirtualClock } from '@reeve/testing'
import { describe, expect, it } from 'vitest'
import { EventSieve, type EventSieveOptions, type NewEvent } from './event-sieve.ts'

function sieve(options: Partial<EventSieveOptions> = {}) {
  const clock = new VirtualClock(Date.UTC(2026, 0, 1))
  return {
    clock,
    sieve: new EventSieve({ component: 'devices', clock, random: seededRandom(1), ...options }),
  }
}

const about = (name: string, more: Partial<NewEvent> = {}): NewEvent => ({
  regarding: { apiVersion: 'example.io/v1', kind: 'Device', namespace: 'lab', name, uid: `uid-${name}` },
  type: 'Normal',
  reason: 'Started',
  message: 'Device is running',
  ...more,
})

describe('EventSieve', () => {
  it('makes an event of type, reason and message about its object (S37)', () => {
    expect(sieve().sieve.sift(about('a'))).toMatchObject({
      verb: 'create',
      event: {
        metadata: { name: expect.stringMatching(/^a\.[0-9a-f]{16}$/), namespace: 'lab' },
        involvedObject: { kind: 'Device', name: 'a', uid: 'uid-a' },
        type: 'Normal',
        reason: 'Started',
        message: 'Device is running',
        reportingComponent: 'devices',
        firstTimestamp: '2026-01-01T00:00:00Z',
        count: 1,
      },
    })
  })

  it('counts an event that was told before, under its name', async () => {
    const { clock, sieve: events } = sieve()
    const first = events.sift(about('a'))
    await clock.advance(60_000)
    const second = events.sift(about('a'))
    expect(second).toMatchObject({
      verb: 'update',
      event: { count: 2, firstTimestamp: '2026-01-01T00:00:00Z', lastTimestamp: '2026-01-01T00:01:00Z' },
    })
    expect(second?.event.metadata.name).toBe(first?.event.metadata.name)
  })

  it('tells more than ten similar events within ten minutes as one', async () => {
    const { clock, sieve: events } = sieve({ burst: 100 })
    const writes = Array.from({ length: 15 }, (_, index) =>
      events.sift(about('a', { message: `try ${index}` })),
    )
    expect(writes.map((write) => write?.verb)).toEqual([
      ...Array(11).fill('create'),
      ...Array(4).fill('update'),
    ])
    expect(writes.at(-1)?.event).toMatchObject({
      message: '(combined from similar events): try 14',
      count: 5,
    })
    await clock.advance(600_001)
    expect(events.sift(about('a', { message: 'try again' }))?.event.message).toBe('try again')
  })

  it('allows an object a burst of 25, then one each five minutes, and others their own', async () => {
    const { clock, sieve: events } = sieve()
    const told = (): number =>
      Array.from({ length: 40 }, () => events.sift(about('a'))).filter((write) => write !== undefined).length
    expect(told()).toBe(25)
    expect(events.sift(about('b'))).toBeDefined()
    await clock.advance(300_000)
    expect(told()).toBe(1)
  })

  it('counts also what it does not tell', async () => {
    const { clock, sieve: events } = sieve({ burst: 1 })
    events.sift(about('a'))
    expect(events.sift(about('a'))).toBeUndefined()
    await clock.advance(300_000)
    expect(events.sift(about('a'))?.event.count).toBe(3)
  })

  it('forgets what it has not seen for long, so that its memory is bounded', () => {
    const { sieve: events } = sieve({ memory: 2 })
    for (const name of ['a', 'b', 'c']) events.sift(about(name))
    expect(events.sift(about('c'))?.verb).toBe('update')
    expect(events.sift(about('a'))?.verb).toBe('create')
  })

  it('cuts a message that the server would refuse', () => {
    const write = sieve().sieve.sift(about('a', { message: 'x'.repeat(2_000) }))
    expect(write?.event.message.length).toBe(1_024)
  })
})
