import { VirtualClock } from '@reeve/testing'
import { describe, expect, it } from 'vitest'
import { OptionError } from '../errors.ts'
import * as fabrica from './fabrica.ts'

type Thing = fabrica.Resource<{ size: number }, { state?: string; conditions?: unknown }>

class Reconciler extends fabrica.BaseReconciler<Thing> {
  getResourceKind(): string {
    return 'Device'
  }

  async reconcile(): Promise<fabrica.Result> {
    return {}
  }
}

const ctx = fabrica.background
const thing = (size = 1): Thing => ({ kind: 'Device', uid: 'a', spec: { size }, status: {} })

async function made() {
  const clock = new VirtualClock()
  const storage = new fabrica.InMemoryStorage()
  const eventBus = new fabrica.InMemoryEventBus(10, 1, { clock })
  const self = new Reconciler({ eventBus, clock })
  self.attach(fabrica.storageClient(storage))
  await storage.save(ctx, 'Device', 'a', thing())
  return { clock, storage, eventBus, self }
}

describe('BaseReconciler', () => {
  it('writes the status alone, so that what users did to the spec meanwhile survives (F16, F51)', async () => {
    const { storage, self } = await made()
    const device = await storage.load<Thing>(ctx, 'Device', 'a')
    await storage.save(ctx, 'Device', 'a', thing(99))
    device.status.state = 'running'
    await self.updateStatus(ctx, device)
    expect(await storage.load(ctx, 'Device', 'a')).toEqual({
      kind: 'Device',
      uid: 'a',
      spec: { size: 99 },
      status: { state: 'running' },
    })
  })

  it('does not bring back a resource that was deleted meanwhile', async () => {
    const { storage, self } = await made()
    await self.client.delete(ctx, 'Device', 'a')
    await self.updateStatus(ctx, thing())
    expect(await storage.list(ctx, 'Device')).toEqual([])
  })

  it('passes on that the status could not be written', async () => {
    const { self } = await made()
    await expect(self.updateStatus({ signal: AbortSignal.abort() }, thing())).rejects.toThrow()
  })

  it('sets conditions whose time moves only when their status changes, and says whether anything did (F18, F54; trap: time reset)', async () => {
    const { clock, self } = await made()
    const device = thing()
    expect(self.setCondition(device, 'Ready', 'True', 'Ok', 'fine')).toBe(true)
    await clock.advance(60_000)
    expect(self.setCondition(device, 'Ready', 'True', 'Ok', 'fine')).toBe(false)
    expect(self.setCondition(device, 'Ready', 'True', 'Better', 'finer')).toBe(true)
    expect(device.status.conditions).toEqual([
      {
        type: 'Ready',
        status: 'True',
        reason: 'Better',
        message: 'finer',
        lastTransitionTime: '2026-01-01T00:00:00Z',
      },
    ])
  })

  it('tells of a resource as it is at that moment (F17, F52)', async () => {
    const { eventBus, self } = await made()
    const heard: unknown[] = []
    eventBus.subscribe('io.example.**', ({ type, data }) => void heard.push([type, data]))
    await eventBus.start()
    const device = thing()
    await self.emitEvent(ctx, 'io.example.device.ready', device)
    device.spec.size = 2
    await eventBus.close()
    expect(heard).toEqual([['io.example.device.ready', thing()]])
  })

  it('keeps the client that it was given, and says what to do when it has none (F15)', async () => {
    const { eventBus, storage } = await made()
    const client = fabrica.storageClient(storage)
    const given = new Reconciler({ eventBus, client })
    given.attach(fabrica.storageClient(new fabrica.InMemoryStorage()))
    expect(given.client).toBe(client)
    expect(() => new Reconciler({ eventBus }).client).toThrow(OptionError)
  })
})
