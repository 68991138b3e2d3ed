import { seededRandom, VirtualClock } from '@reeve/testing'
import { describe, expect, it } from 'vitest'
import { OptionError } from '../errors.ts'
import { busSource, ownMark } from './bus-source.ts'
import {
  BusClosedError,
  BusFullError,
  MemoryEventBus,
  type MemoryEventBusOptions,
} from './memory-event-bus.ts'
import { resourceEvent } from './resource-events.ts'

const clock = new VirtualClock()
const random = seededRandom(1)
const told = (type: string, data: unknown = null, reconciledBy?: string) =>
  resourceEvent(
    type,
    { kind: 'Device', uid: 'dev-1', data },
    { clock, random, ...(reconciledBy !== undefined && { reconciledBy }) },
  )

async function started(options: MemoryEventBusOptions = {}) {
  const bus = new MemoryEventBus({ clock, ...options })
  await bus.start()
  return bus
}

describe('MemoryEventBus', () => {
  it('tells each subscription the events that match, in the order of publishing (F4, F34, F36; trap: no order)', async () => {
    const bus = await started()
    const heard: unknown[] = []
    bus.subscribe('io.example.device.*', async ({ data }) => {
      await new Promise((resolve) => setImmediate(resolve))
      heard.push(data)
    })
    for (let index = 0; index < 5; index += 1) {
      await bus.publish(told('io.example.device.changed', index))
      await bus.publish(told('io.example.rack.changed', 'rack'))
    }
    await bus.close()
    expect(heard).toEqual([0, 1, 2, 3, 4])
  })

  it('never waits for a handler, and refuses when its buffer is full (F34)', async () => {
    const bus = await started({ buffer: 3 })
    let heard = 0
    const gate = Promise.withResolvers<void>()
    bus.subscribe('a.**', () => {
      heard += 1
      return gate.promise
    })
    for (let index = 0; index < 3; index += 1) await bus.publish(told('a.b'))
    await expect(bus.publish(told('a.b'))).rejects.toThrow(BusFullError)
    await bus.publish(told('b.a'))
    gate.resolve()
    await bus.close()
    expect(heard).toBe(3)
  })

  it('lets a slow subscription hold up nobody else', async () => {
    const bus = await started()
    const gate = Promise.withResolvers<void>()
    let heard = 0
    bus.subscribe('**', () => gate.promise)
    bus.subscribe('**', () => {
      heard += 1
    })
    for (let index = 0; index < 3; index += 1) await bus.publish(told('a'))
    await clock.advance(0)
    await clock.advance(0)
    expect(heard).toBe(3)
    gate.resolve()
    await bus.close()
  })

  it('runs no more handlers at once than it may, and gives each its turn (F34)', async () => {
    const bus = await started({ workers: 2 })
    let running = 0
    let most = 0
    const heard = [0, 0, 0, 0]
    for (let index = 0; index < 4; index += 1) {
      bus.subscribe('**', async () => {
        running += 1
        most = Math.max(most, running)
        await new Promise((resolve) => setImmediate(resolve))
        running -= 1
        heard[index] = (heard[index] ?? 0) + 1
      })
    }
    for (let index = 0; index < 5; index += 1) await bus.publish(told('a'))
    await bus.close()
    expect(most).toBe(2)
    expect(heard).toEqual([5, 5, 5, 5])
  })

  it('hands a subscription its next event only when it is through with the last', async () => {
    const bus = await started()
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const steps: string[] = []
    bus.subscribe('**', async ({ data }) => {
      steps.push(`begin ${data}`)
      await gates[data as number]?.promise
      steps.push(`end ${data}`)
    })
    for (const index of [0, 1]) await bus.publish(told('a', index))
    gates[1]?.resolve()
    await clock.advance(0)
    gates[0]?.resolve()
    await bus.close()
    expect(steps).toEqual(['begin 0', 'end 0', 'begin 1', 'end 1'])
  })

  it('gives a worker to each subscription in turn', async () => {
    const bus = await started({ workers: 1 })
    const heard: string[] = []
    for (const name of ['a', 'b']) bus.subscribe('**', () => void heard.push(name))
    for (let index = 0; index < 3; index += 1) await bus.publish(told('x'))
    await bus.close()
    expect(heard).toEqual(['a', 'b', 'a', 'b', 'a', 'b'])
  })

  it('goes on when a handler throws', async () => {
    const bus = await started()
    const heard: string[] = []
    bus.subscribe('**', () => {
      heard.push('first')
      throw new Error('broken')
    })
    bus.subscribe('**', () => {
      heard.push('second')
    })
    await bus.publish(told('a'))
    await bus.publish(told('a'))
    await bus.close()
    expect(heard.sort()).toEqual(['first', 'first', 'second', 'second'])
  })

  it('delivers what it accepted before it closes, and accepts nothing after (trap: queued events abandoned)', async () => {
    const bus = await started()
    let heard = 0
    bus.subscribe('**', async () => {
      await new Promise((resolve) => setImmediate(resolve))
      heard += 1
    })
    for (let index = 0; index < 20; index += 1) await bus.publish(told('a'))
    await bus.close()
    expect(heard).toBe(20)
    await expect(bus.publish(told('a'))).rejects.toThrow(BusClosedError)
    expect(clock.timers).toBe(0)
  })

  it('does not wait for ever for a handler that hangs', async () => {
    const bus = await started({ closeMs: 1_000 })
    bus.subscribe('**', () => new Promise<void>(() => {}))
    await bus.publish(told('a'))
    const closed = bus.close()
    await clock.advance(1_000)
    await closed
  })

  it('keeps what is published before its start', async () => {
    const bus = new MemoryEventBus({ clock, buffer: 2 })
    const heard: unknown[] = []
    await bus.publish(told('a', 1))
    bus.subscribe('**', ({ data }) => void heard.push(data))
    await bus.publish(told('a', 2))
    await expect(bus.publish(told('a', 3))).rejects.toThrow(BusFullError)
    await bus.start()
    await bus.close()
    expect(heard).toEqual([1, 2])
  })

  it('delivers also if it is closed before it was started', async () => {
    const bus = new MemoryEventBus({ clock })
    let heard = 0
    bus.subscribe('**', () => {
      heard += 1
    })
    await bus.publish(told('a'))
    await bus.close()
    expect(heard).toBe(1)
  })

  it('tells nothing to a subscription that was ended', async () => {
    const bus = await started()
    const heard: unknown[] = []
    const first = bus.subscribe('**', ({ data }) => void heard.push(data))
    expect(first.id).toBe('sub-1')
    expect(bus.subscribe('**', () => {}).id).toBe('sub-2')
    await bus.publish(told('a', 1))
    first.unsubscribe()
    await bus.close()
    expect(heard).toEqual([])
  })

  it('refuses to hold or run nothing', () => {
    expect(() => new MemoryEventBus({ buffer: 0 })).toThrow(OptionError)
  })
})

describe('busSource', () => {
  it('asks for the keys of events, but not for what the controller itself told about them (trap: self-trigger loop)', async () => {
    const bus = await started()
    const asked: unknown[] = []
    const abort = new AbortController()
    const source = busSource({ bus, controller: 'devices', keyOf: ({ resourceuid }) => resourceuid })
    await source.start((key, options) => void asked.push([key, options?.reason]), abort.signal)
    const about = { resourcekind: 'Device', resourceuid: 'dev-1' }
    await bus.publish(told('io.example.device.created'))
    await bus.publish(told('io.example.device.started', null, ownMark('devices', about)))
    await bus.publish(told('io.example.device.seen', null, ownMark('others', about)))
    await bus.publish(
      told('io.example.device.poked', null, ownMark('devices', { ...about, resourceuid: 'parent' })),
    )
    await clock.advance(0)
    await clock.advance(0)
    abort.abort()
    await bus.publish(told('io.example.device.late'))
    await bus.close()
    expect(asked).toEqual([
      ['dev-1', 'io.example.device.created'],
      ['dev-1', 'io.example.device.seen'],
      ['dev-1', 'io.example.device.poked'],
    ])
  })
})
