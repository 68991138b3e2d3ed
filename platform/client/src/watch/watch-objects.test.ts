import { seededRandom, VirtualClock } from '@reeve/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { ApiError } from '../errors/api-error.ts'
import { UnreachableError } from '../errors/errors.ts'
import type { ApiObject, ObjectList } from '../kinds/api-object.ts'
import type { StreamEvent, WatchNotice } from './watch-event.ts'
import { type StreamStart, type WatchSettings, type WatchSource, watchObjects } from './watch-objects.ts'

const object = (name: string, version: string): ApiObject => ({
  metadata: { name, uid: name, resourceVersion: version },
})
const added = (name: string, version: string): StreamEvent<ApiObject> => ({
  type: 'ADDED',
  object: object(name, version),
  version,
})
const gone = (name: string, version: string): StreamEvent<ApiObject> => ({
  type: 'DELETED',
  object: object(name, version),
  version,
})
const mark = (version: string, initialEnd = false): StreamEvent<ApiObject> => ({
  type: 'BOOKMARK',
  version,
  initialEnd,
})
const refusal = (code: number, reason: string): ApiError =>
  new ApiError({ action: 'watch', status: { kind: 'Status', apiVersion: 'v1', code, reason } })
const EXPIRED = refusal(410, 'Expired')
const CUT = new UnreachableError('server', { cause: 'cut' })

/** What a stream does after its events. */
type End = Error | 'end' | 'silence' | 'never opens'
type Script = readonly [...events: readonly StreamEvent<ApiObject>[], end: End]

/** Answers by script, and keeps what it was asked. */
class ScriptedSource implements WatchSource<ApiObject> {
  readonly asked: string[] = []
  open = 0
  readonly #scripts: Script[]
  readonly #lists: (ObjectList<ApiObject> | Error)[]

  constructor(scripts: readonly Script[], lists: readonly (ObjectList<ApiObject> | Error)[] = []) {
    this.#scripts = [...scripts]
    this.#lists = [...lists]
  }

  async list(): Promise<ObjectList<ApiObject>> {
    this.asked.push('list')
    const next = this.#lists.shift() ?? listed('1')
    if (next instanceof Error) throw next
    return next
  }

  async stream({ from }: StreamStart): Promise<AsyncIterable<StreamEvent<ApiObject>>> {
    this.asked.push(`stream ${from ?? 'all'}`)
    const script = this.#scripts.shift() ?? (['silence'] as const)
    if (script[0] === 'never opens') return new Promise(() => {})
    return this.#play(script)
  }

  async *#play(script: Script): AsyncGenerator<StreamEvent<ApiObject>> {
    this.open += 1
    try {
      for (const step of script) {
        if (step instanceof Error) throw step
        if (step === 'end') return
        if (step === 'silence') await new Promise(() => {})
        else yield step as StreamEvent<ApiObject>
      }
    } finally {
      this.open -= 1
    }
  }
}

const listed = (version: string, ...names: readonly string[]): ObjectList<ApiObject> => ({
  items: names.map((name) => object(name, version)),
  resourceVersion: version,
  next: undefined,
  remaining: undefined,
})

const stops: AbortController[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop.abort()
})

function follow(source: ScriptedSource, settings: Partial<WatchSettings> = {}) {
  const clock = new VirtualClock()
  const stop = new AbortController()
  stops.push(stop)
  const told: string[] = []
  const notices: WatchNotice[] = []
  const events = watchObjects(source, {
    signal: stop.signal,
    clock,
    random: seededRandom(1),
    noticed: (notice) => void notices.push(notice),
    ...settings,
  })
  const done = (async () => {
    for await (const event of events) {
      if (event.type === 'replaced') {
        const names = event.objects.map(({ metadata }) => metadata.name)
        told.push(`${event.reset ? 'reset' : 'all'} ${names.join()} @${event.version}`)
      } else if (event.type === 'mark') told.push(`mark @${event.version}`)
      else told.push(`${event.type} ${event.object.metadata.name} @${event.version}`)
    }
  })()
  return { clock, stop, told, notices, done }
}

describe('watchObjects', () => {
  it('tells everything as one, then what changes', async () => {
    const source = new ScriptedSource([
      [
        added('b', '7'),
        added('a', '3'),
        added('c', '4'),
        gone('c', '8'),
        mark('9', true),
        added('d', '10'),
        mark('12'),
        'silence',
      ],
    ])
    const { clock, told } = follow(source)
    await clock.advance(0)
    expect(told).toEqual(['all b,a @9', 'set d @10', 'mark @12'])
    expect(source.asked).toEqual(['stream all'])
  })

  it('goes on from the last version when the server ends a stream, or the line is cut', async () => {
    const source = new ScriptedSource([
      [mark('5', true), added('a', '6'), 'end'],
      [gone('a', '7'), CUT],
      [mark('8'), new SyntaxError('half a line')],
      ['silence'],
    ])
    const { clock, told } = follow(source)
    await clock.advance(5_000)
    expect(told).toEqual(['all  @5', 'set a @6', 'deleted a @7', 'mark @8'])
    expect(source.asked).toEqual(['stream all', 'stream 6', 'stream 7', 'stream 8'])
  })

  it('goes back to the last complete version when the beginning breaks off', async () => {
    const source = new ScriptedSource([
      [added('a', '900'), CUT],
      [added('a', '900'), added('b', '3'), mark('901', true), 'silence'],
    ])
    const { clock, told } = follow(source)
    await clock.advance(5_000)
    expect(told).toEqual(['all a,b @901'])
    expect(source.asked).toEqual(['stream all', 'stream all'])
  })

  it('reads everything anew when its version is gone, each time a little later', async () => {
    const again = [mark('5', true), EXPIRED] as const
    const source = new ScriptedSource(Array.from({ length: 100 }, () => again))
    const { clock, notices } = follow(source)
    await clock.advance(60_000)
    const lists = notices.filter(({ type }) => type === 'listing').length
    expect(lists).toBeGreaterThanOrEqual(5)
    expect(lists).toBeLessThanOrEqual(10)
  })

  it('reads everything at once after the first time that its version was gone', async () => {
    const source = new ScriptedSource([
      [mark('5', true), EXPIRED],
      [mark('50', true), 'silence'],
    ])
    const { clock, told } = follow(source)
    await clock.advance(1_000)
    expect(told).toEqual(['all  @5', 'all  @50'])
  })

  it('replaces a stream that is silent, whatever it is waiting for', async () => {
    const source = new ScriptedSource([
      [mark('5', true), mark('6'), 'silence'],
      ['never opens'],
      [added('a', '7'), 'silence'],
    ])
    const { clock, told, notices } = follow(source)
    await clock.advance(89_000)
    expect(source.asked).toEqual(['stream all', 'stream 6'].slice(0, 1))
    await clock.advance(2_000)
    expect(source.asked).toEqual(['stream all', 'stream 6'])
    await clock.advance(91_000)
    expect(told).toEqual(['all  @5', 'mark @6', 'set a @7'])
    expect(notices.filter(({ type }) => type === 'stalled')).toHaveLength(2)
  })

  it('waits longer for signs of life that it has never seen', async () => {
    const source = new ScriptedSource([['silence']], [])
    const { clock } = follow(source, { from: '3' })
    await clock.advance(179_000)
    expect(source.asked).toEqual(['stream 3'])
    await clock.advance(2_000)
    expect(source.asked).toEqual(['stream 3', 'stream 3'])
  })

  it('does not take the time that its reader needs for silence', async () => {
    const clock = new VirtualClock()
    const source = new ScriptedSource([[mark('5', true), added('a', '6'), added('b', '7'), 'silence']])
    const stop = new AbortController()
    const random = seededRandom(1)
    const events = watchObjects(source, { signal: stop.signal, clock, random })
    await events.next()
    await events.next()
    await clock.advance(1_000_000)
    expect((await events.next()).value).toMatchObject({ type: 'set', version: '7' })
    expect(source.asked).toEqual(['stream all'])
    const last = events.next()
    stop.abort()
    expect(await last).toEqual({ value: undefined, done: true })
  })

  it.each([
    ['refuses', refusal(422, 'Invalid')],
    ['does not understand', refusal(400, 'BadRequest')],
  ])('reads pages where the server %s to stream everything', async (_, refused) => {
    const source = new ScriptedSource([[refused], [added('b', '4'), 'silence']], [listed('3', 'a')])
    const { clock, told } = follow(source)
    await clock.advance(5_000)
    expect(told).toEqual(['all a @3', 'set b @4'])
    expect(source.asked).toEqual(['stream all', 'list', 'stream 3'])
  })

  it('reads pages where streams never come to the end of the beginning', async () => {
    const source = new ScriptedSource([[added('a', '1'), 'end'], ['end'], ['silence']], [listed('3', 'a')])
    const { clock, told } = follow(source)
    await clock.advance(400_000)
    expect(told[0]).toBe('all a @3')
    expect(source.asked.slice(0, 5)).toEqual(['stream all', 'stream all', 'stream all', 'list', 'stream 3'])
  })

  it('keeps trying while the server refuses or is away, ever less often', async () => {
    const down = Array.from({ length: 1_000 }, (): Script => [CUT])
    const { clock, notices } = follow(new ScriptedSource(down), { from: '1' })
    await clock.advance(600_000)
    const tries = notices.filter(({ type }) => type === 'failed').length
    expect(tries).toBeGreaterThanOrEqual(600_000 / 30_000)
    expect(tries).toBeLessThan(60)
  })

  it('comes back quickly when streams that lasted are cut again and again', async () => {
    const clock = new VirtualClock()
    const stop = new AbortController()
    stops.push(stop)
    const asked: number[] = []
    const source: WatchSource<ApiObject> = {
      list: async () => listed('1'),
      stream: async ({ signal }) => {
        asked.push(clock.monotonic())
        return (async function* () {
          yield mark('5', true)
          await new Promise<void>((resolve) => clock.after(2_000, resolve))
          if (!signal.aborted) throw CUT
        })()
      },
    }
    void Array.fromAsync(
      watchObjects(source, { from: '1', signal: stop.signal, clock, random: seededRandom(3) }),
    )
    await clock.advance(60_000)
    expect(asked.length).toBeGreaterThanOrEqual(28)
  })

  it('starts over when the kind itself was gone, or the server has gone back in time', async () => {
    const source = new ScriptedSource([
      [mark('500', true), refusal(404, 'NotFound')],
      [mark('700', true), mark('3'), 'silence'],
      [mark('3', true), 'silence'],
    ])
    const { clock, told } = follow(source)
    await clock.advance(10_000)
    expect(told).toEqual(['all  @500', 'reset  @700', 'reset  @3'])
  })

  it('leaves nothing behind when it is stopped', async () => {
    const source = new ScriptedSource([[mark('5', true), 'end'], ['silence']])
    const { clock, stop, done } = follow(source)
    await clock.advance(1_000)
    stop.abort()
    await done
    expect(clock.timers).toBe(0)
  })
})
