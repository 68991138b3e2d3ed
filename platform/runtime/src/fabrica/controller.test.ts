import { seededRandom, VirtualClock } from '@reeve/testing'
import { describe, expect, it } from 'vitest'
import { OptionError } from '../errors.ts'
import * as fabrica from './fabrica.ts'

type Thing = fabrica.Resource<
  { size: number; owner?: string; children?: string[] },
  { state?: string; conditions?: unknown }
>
type Rule = (
  thing: Thing,
  ctx: fabrica.ReconcileScope,
  self: Reconciler,
) => Promise<fabrica.Result | undefined>

class Reconciler extends fabrica.BaseReconciler<Thing> {
  readonly #kind: string
  readonly #rule: Rule

  constructor(parts: fabrica.BaseReconcilerParts & { kind: string; rule: Rule }) {
    super(parts)
    this.#kind = parts.kind
    this.#rule = parts.rule
  }

  getResourceKind(): string {
    return this.#kind
  }

  async reconcile(ctx: fabrica.ReconcileScope, thing: Thing): Promise<fabrica.Result> {
    return (await this.#rule(thing, ctx, this)) ?? {}
  }
}

const ctx = fabrica.background
const thing = (kind: string, uid: string, spec: Thing['spec'] = { size: 1 }): Thing => ({
  kind,
  uid,
  spec,
  status: {},
})

/** A controller with one rule per kind, started, on storage and bus that the test can look into. */
async function started(rules: Record<string, Rule>, options: fabrica.ControllerOptions = {}) {
  const clock = new VirtualClock()
  const random = seededRandom(1)
  const eventBus = new fabrica.InMemoryEventBus(1000, 10, { clock })
  await eventBus.start()
  const storage = new fabrica.InMemoryStorage()
  const controller = new fabrica.Controller(eventBus, storage, { clock, random, ...options })
  const runs: string[] = []
  const reconcilers = Object.entries(rules).map(([kind, rule]) => {
    const counted: Rule = (each, scope, self) => {
      runs.push(`${kind}/${each.uid}@${clock.monotonic() / 1_000}`)
      return rule(each, scope, self)
    }
    return new Reconciler({ eventBus, clock, random, kind, rule: counted })
  })
  for (const reconciler of reconcilers) controller.registerReconciler(reconciler)
  await controller.start(ctx)
  const save = (each: Thing): Promise<void> => storage.save(ctx, each.kind, each.uid, each)
  const publish = (type: string, each: Thing): Promise<void> =>
    eventBus.publish(fabrica.newResourceEvent(type, each.kind, each.uid, each, { clock, random }))
  return { clock, eventBus, storage, controller, runs, save, publish }
}

const nothing: Rule = async () => undefined

describe('Controller, on a storage and a bus that a test looks into (F58)', () => {
  it('looks at a resource when an event tells of it, and hands the loaded one to its reconciler (F1, F2, F4, F7, F9, F10, F37; trap: raw JSON)', async () => {
    const seen: Thing[] = []
    const { clock, controller, save, publish, runs } = await started({
      Device: async (each) => {
        seen.push(each)
        return undefined
      },
    })
    const stored = thing('Device', 'a', { size: 7 })
    await save(stored)
    await publish('io.example.device.updated', thing('Device', 'a', { size: 1 }))
    await publish('io.example.rack.updated', thing('Rack', 'r'))
    await clock.advance(0)
    expect(runs).toEqual(['Device/a@0'])
    expect(seen).toEqual([stored])
    expect(fabrica.getKind(stored) + fabrica.getUid(stored)).toBe('Devicea')
    await controller.stop()
  })

  it('obeys each result: done, at once, after a time (F11, F12, F13, F47; trap: requeue that never requeues)', async () => {
    const answers: fabrica.Result[] = [
      { requeue: true },
      { requeueAfter: '10s' },
      { requeueAfter: 60_000 },
      {},
    ]
    const { clock, controller, save, runs } = await started({ Device: async () => answers.shift() })
    await save(thing('Device', 'a'))
    controller.enqueue({ kind: 'Device', uid: 'a', reason: 'Manual trigger' })
    await clock.advance(600_000)
    expect(runs).toEqual(['Device/a@0', 'Device/a@0', 'Device/a@10', 'Device/a@70'])
    await controller.stop()
  })

  it('lets at once win if code without types sets both', async () => {
    const answers = [{ requeue: true, requeueAfter: 30_000 } as unknown as fabrica.Result]
    const { clock, controller, save, runs } = await started({ Device: async () => answers.shift() })
    await save(thing('Device', 'a'))
    controller.enqueue({ kind: 'Device', uid: 'a' })
    await clock.advance(100)
    expect(runs.length).toBe(2)
    await controller.stop()
  })

  it('tries again what throws, after 1, 2, 4, 8, 16 s and so on (F14, F29, F32, F45, F53; trap: fixed 30 s)', async () => {
    const { clock, controller, save, storage, runs } = await started({
      Device: async (each, scope, self) => {
        self.setCondition(each, 'Ready', 'False', 'ConnectError', 'connection refused')
        await self.updateStatus(scope, each)
        throw new Error('connection refused')
      },
    })
    await save(thing('Device', 'a'))
    controller.enqueue({ kind: 'Device', uid: 'a' })
    await clock.advance(40_000)
    expect(runs.map((run) => Number(run.split('@')[1]))).toEqual([0, 1, 3, 7, 15, 31])
    expect(await storage.load(ctx, 'Device', 'a')).toMatchObject({
      status: {
        conditions: [{ status: 'False', reason: 'ConnectError', lastTransitionTime: '2026-01-01T00:00:00Z' }],
      },
    })
    await controller.stop()
  })

  it('does not try again what only says what is wrong (F46)', async () => {
    const { clock, controller, save, runs } = await started({
      Device: async (each, scope, self) => {
        self.setCondition(each, 'Ready', 'False', 'InvalidConfig', 'Config is nil')
        await self.updateStatus(scope, each)
        return {}
      },
    })
    await save(thing('Device', 'a'))
    controller.enqueue({ kind: 'Device', uid: 'a' })
    await clock.advance(3_600_000)
    expect(runs.length).toBe(1)
    await controller.stop()
  })

  it('looks at a resource once for several requests, whatever their reasons, and never twice at once (F24, F28; trap: reason in the key)', async () => {
    let running = 0
    let most = 0
    const { clock, controller, save, runs } = await started({
      Device: async () => {
        running += 1
        most = Math.max(most, running)
        await new Promise((resolve) => setImmediate(resolve))
        running -= 1
        return undefined
      },
    })
    await save(thing('Device', 'a'))
    for (const reason of ['created', 'updated', 'poked'])
      controller.enqueue({ kind: 'Device', uid: 'a', reason })
    await clock.advance(0)
    controller.enqueue({ kind: 'Device', uid: 'a', reason: 'again' })
    await clock.advance(10)
    expect(runs.length).toBe(2)
    expect(most).toBe(1)
    await controller.stop()
  })

  it('looks again when an event comes while it works (trap: events during processing dropped)', async () => {
    const gate = Promise.withResolvers<undefined>()
    const { clock, controller, save, publish, runs } = await started({ Device: () => gate.promise })
    await save(thing('Device', 'a'))
    await publish('io.example.device.created', thing('Device', 'a'))
    await clock.advance(0)
    await publish('io.example.device.updated', thing('Device', 'a'))
    await clock.advance(0)
    expect(runs.length).toBe(1)
    gate.resolve(undefined)
    await clock.advance(0)
    expect(runs.length).toBe(2)
    await controller.stop()
  })

  it('looks after a delay, if asked to (F25)', async () => {
    const { clock, controller, save, runs } = await started({ Device: nothing })
    await save(thing('Device', 'a'))
    controller.enqueueAfter({ kind: 'Device', uid: 'a', reason: 'later' }, '30s')
    await clock.advance(29_999)
    expect(runs).toEqual([])
    await clock.advance(1)
    expect(runs).toEqual(['Device/a@30'])
    await controller.stop()
  })

  it('reconciles five at once unless told otherwise (F26, F31)', async () => {
    const gate = Promise.withResolvers<undefined>()
    const { clock, controller, save, runs } = await started({ Device: () => gate.promise })
    for (let index = 0; index < 8; index += 1) {
      await save(thing('Device', `d${index}`))
      controller.enqueue({ kind: 'Device', uid: `d${index}` })
    }
    await clock.advance(0)
    expect(runs.length).toBe(5)
    expect(controller.describe().ready.length).toBe(3)
    gate.resolve(undefined)
    await controller.stop()
  })

  it('lets a parent ask for its children (F44)', async () => {
    const { clock, controller, save, runs } = await started({
      Cluster: async (each) => {
        for (const uid of each.spec.children ?? [])
          controller.enqueue({ kind: 'Node', uid, reason: 'Cluster update' })
        return undefined
      },
      Node: nothing,
    })
    await save(thing('Cluster', 'c', { size: 2, children: ['n1', 'n2'] }))
    for (const uid of ['n1', 'n2']) await save(thing('Node', uid))
    controller.enqueue({ kind: 'Cluster', uid: 'c' })
    await clock.advance(0)
    expect(runs).toEqual(['Cluster/c@0', 'Node/n1@0', 'Node/n2@0'])
    await controller.stop()
  })

  it('lets a child delete itself when its owner is gone (F19, F48)', async () => {
    const { clock, controller, save, storage } = await started({
      Node: async (each, scope, self) => {
        const owner = await self.client.get(scope, 'Cluster', each.spec.owner ?? '').catch(() => undefined)
        if (owner === undefined) await self.client.delete(scope, 'Node', each.uid)
        return undefined
      },
    })
    await save(thing('Cluster', 'c'))
    await save(thing('Node', 'kept', { size: 1, owner: 'c' }))
    await save(thing('Node', 'orphan', { size: 1, owner: 'gone' }))
    for (const uid of ['kept', 'orphan']) controller.enqueue({ kind: 'Node', uid })
    await clock.advance(0)
    expect(await storage.list(ctx, 'Node')).toEqual(['kept'])
    await controller.stop()
  })

  it('wakes for what it tells about others, but not for what it tells about the resource at hand (F17; trap: self-trigger loop)', async () => {
    const { clock, controller, save, runs } = await started({
      Device: async (each, scope, self) => {
        await self.emitEvent(scope, 'io.example.device.seen', each)
        if (each.uid === 'a') await self.emitEvent(scope, 'io.example.device.seen', thing('Device', 'b'))
        return undefined
      },
    })
    for (const uid of ['a', 'b']) await save(thing('Device', uid))
    controller.enqueue({ kind: 'Device', uid: 'a' })
    await clock.advance(60_000)
    expect(runs).toEqual(['Device/a@0', 'Device/b@0'])
    await controller.stop()
  })

  it('hears only what it was told to hear (F38, F39)', async () => {
    const { clock, controller, save, publish, runs } = await started(
      { Device: nothing },
      { pattern: 'io.example.device.**' },
    )
    await save(thing('Device', 'a'))
    await publish('io.other.device.created', thing('Device', 'a'))
    await clock.advance(0)
    expect(runs).toEqual([])
    await publish('io.example.device.created', thing('Device', 'a'))
    await clock.advance(0)
    expect(runs.length).toBe(1)
    await controller.stop()
  })

  it('leaves a resource alone that is gone, and tries again what cannot be loaded (S40; trap: a failed load forgotten)', async () => {
    const { clock, controller, storage, save, runs } = await started({ Device: nothing })
    controller.enqueue({ kind: 'Device', uid: 'gone' })
    await clock.advance(3_600_000)
    expect(runs).toEqual([])
    await save(thing('Device', 'a'))
    const load = storage.load.bind(storage)
    storage.load = () => Promise.reject(new Error('disk on fire'))
    controller.enqueue({ kind: 'Device', uid: 'a' })
    await clock.advance(500)
    storage.load = load
    await clock.advance(500)
    expect(runs).toEqual(['Device/a@3601'])
    await controller.stop()
  })

  it('gives up on a reconcile that takes too long, and tries again (F56; trap: no deadline)', async () => {
    let runs = 0
    const { clock, controller, save } = await started(
      {
        Device: (_, { signal }) =>
          new Promise((_resolve, reject) => {
            runs += 1
            signal.addEventListener('abort', () => reject(signal.reason))
          }),
      },
      { timeoutMs: 1_000 },
    )
    await save(thing('Device', 'a'))
    controller.enqueue({ kind: 'Device', uid: 'a' })
    await clock.advance(2_000)
    expect(runs).toBe(2)
    await clock.advance(1_000)
    await controller.stop()
  })

  it('works off what was asked for before it stops, and drops what is delayed (F23, F30; trap: shutdown abandons)', async () => {
    const { clock, controller, save, runs } = await started({ Device: nothing }, { workers: 1 })
    for (let index = 0; index < 10; index += 1) {
      await save(thing('Device', `d${index}`))
      controller.enqueue({ kind: 'Device', uid: `d${index}` })
    }
    controller.enqueueAfter({ kind: 'Device', uid: 'd0' }, '1h')
    await controller.stop()
    expect(runs.length).toBe(10)
    expect(clock.timers).toBe(0)
  })

  it('stops when its context gives up (F22)', async () => {
    const clock = new VirtualClock()
    const bus = new fabrica.InMemoryEventBus(10, 1, { clock })
    const abort = new AbortController()
    const controller = new fabrica.Controller(bus, new fabrica.InMemoryStorage(), { clock })
    await controller.start({ signal: abort.signal })
    abort.abort()
    await controller.stop()
    await expect(controller.start(ctx)).rejects.toThrow(OptionError)
  })

  it('has one reconciler per kind (F21)', async () => {
    const { controller, eventBus } = await started({ Device: nothing })
    expect(() =>
      controller.registerReconciler(new Reconciler({ eventBus, kind: 'Device', rule: nothing })),
    ).toThrow(OptionError)
    await controller.stop()
  })
})
