import { seededRandom, VirtualClock } from '@reeve/testing'
import { describe, expect, it } from 'vitest'
import type { CloudEvent } from '../bus/cloud-event.ts'
import type { Condition } from '../status/condition.ts'
import * as fabrica from './fabrica.ts'

interface DeviceStatus {
  state: string
  lastSeen?: string
  conditions?: readonly Condition[]
}
type Device = fabrica.Resource<{ desired: string; config: string }, DeviceStatus>

/** The complete sample of the manual. */
class DeviceReconciler extends fabrica.BaseReconciler<Device> {
  readonly clock: VirtualClock

  constructor(parts: fabrica.BaseReconcilerParts & { clock: VirtualClock }) {
    super(parts)
    this.clock = parts.clock
  }

  getResourceKind(): string {
    return 'Device'
  }

  async reconcile(ctx: fabrica.ReconcileScope, device: Device): Promise<fabrica.Result> {
    const { desired } = device.spec
    const { uid } = device
    this.logger.info(`Reconciling device ${uid} (desired: ${desired}, current: ${device.status.state})`)
    if (desired === 'running' && device.status.state !== 'running') {
      this.logger.info(`Starting device ${uid}`)
      device.status.state = 'running'
      device.status.lastSeen = new Date(this.clock.now()).toISOString()
      this.setCondition(device, 'Ready', 'True', 'DeviceRunning', 'Device is running')
      await this.updateStatus(ctx, device)
      await this.emitEvent(ctx, 'io.example.device.started', device)
    }
    if (desired === 'stopped' && device.status.state !== 'stopped') {
      this.logger.info(`Stopping device ${uid}`)
      device.status.state = 'stopped'
      this.setCondition(device, 'Ready', 'False', 'DeviceStopped', 'Device is stopped')
      await this.updateStatus(ctx, device)
      await this.emitEvent(ctx, 'io.example.device.stopped', device)
    }
    return { requeueAfter: '5m' }
  }
}

async function walkThrough(desired: string, state: string) {
  const clock = new VirtualClock(Date.UTC(2026, 0, 1))
  const random = seededRandom(1)
  const lines: string[] = []
  const logger = fabrica.defaultLogger((line) => lines.push(line.trimEnd()))
  const eventBus = new fabrica.InMemoryEventBus(1000, 10, { clock, logger })
  await eventBus.start()
  const heard: CloudEvent[] = []
  eventBus.subscribe('io.example.device.**', (event) => void heard.push(event))
  const storage = new fabrica.InMemoryStorage()
  const controller = new fabrica.Controller(eventBus, storage, { clock, random, logger })
  controller.registerReconciler(new DeviceReconciler({ eventBus, logger, clock, random }))
  const ctx = fabrica.background
  await controller.start(ctx)
  const device: Device = {
    kind: 'Device',
    uid: 'dev-123',
    spec: { desired, config: 'default' },
    status: { state },
  }
  await storage.save(ctx, device.kind, device.uid, device)
  await eventBus.publish(
    fabrica.newResourceEvent('io.example.device.created', 'Device', device.uid, device, { clock, random }),
  )
  await clock.advance(2_000)
  const load = () => storage.load<Device>(ctx, 'Device', 'dev-123')
  const stop = async (): Promise<void> => {
    await controller.stop()
    await eventBus.close()
  }
  return { clock, lines, heard, controller, storage, ctx, load, stop }
}

describe('the Device of the manual', () => {
  it('ends up running, ready, seen and told about, with the log that the manual shows (F5, F6, F15, F16, F17, F18, F20, F21, F22, F26, F27, F34, F35, F36, F37, F40, F41, F42, F52, F57, F59, F60)', async () => {
    const { lines, heard, load, stop } = await walkThrough('running', 'stopped')
    expect((await load()).status).toEqual({
      state: 'running',
      lastSeen: '2026-01-01T00:00:00.000Z',
      conditions: [
        {
          type: 'Ready',
          status: 'True',
          reason: 'DeviceRunning',
          message: 'Device is running',
          lastTransitionTime: '2026-01-01T00:00:00Z',
        },
      ],
    })
    expect(heard.map(({ type }) => type)).toEqual(['io.example.device.created', 'io.example.device.started'])
    expect(lines).toEqual([
      '[INFO] Registered reconciler for Device',
      '[INFO] Starting reconciliation controller with 5 workers',
      '[INFO] Reconciling device dev-123 (desired: running, current: stopped)',
      '[INFO] Starting device dev-123',
      '[INFO] Emitted event io.example.device.started for Device/dev-123',
    ])
    await stop()
  })

  it('ends up stopped, not ready and told about, if it is wanted stopped (F59)', async () => {
    const { heard, load, stop } = await walkThrough('stopped', 'running')
    expect((await load()).status).toMatchObject({
      state: 'stopped',
      conditions: [{ type: 'Ready', status: 'False', reason: 'DeviceStopped' }],
    })
    expect(heard.map(({ type }) => type)).toEqual(['io.example.device.created', 'io.example.device.stopped'])
    await stop()
  })

  it('is looked at each five minutes, does nothing twice, and wakes itself with nothing that it tells (F43, F49, F50, F55)', async () => {
    const { clock, lines, heard, stop } = await walkThrough('running', 'stopped')
    await clock.advance(900_000)
    expect(lines.filter((line) => line.includes('Reconciling')).length).toBe(4)
    expect(heard.length).toBe(2)
    await stop()
    expect(clock.timers).toBe(0)
  })
})
