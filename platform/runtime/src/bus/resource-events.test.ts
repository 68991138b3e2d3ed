import { seededRandom, VirtualClock } from '@reeve/testing'
import { describe, expect, it } from 'vitest'
import { readEventSettings } from './event-settings.ts'
import { conditionEvent, lifecycleEvent, resourceEvent } from './resource-events.ts'

const options = { clock: new VirtualClock(Date.UTC(2026, 0, 1)), random: seededRandom(1) }
const device = { kind: 'Device', uid: 'dev-123' }

describe('resourceEvent', () => {
  it('is a CloudEvent 1.0 about a resource, under the very type that was given (F35, F40; trap: doubled prefix)', () => {
    expect(resourceEvent('io.example.device.created', { ...device, data: { a: 1 } }, options)).toEqual({
      specversion: '1.0',
      id: expect.stringMatching(/^evt-[0-9a-f]{12}$/),
      type: 'io.example.device.created',
      source: 'fabrica-api/resources/Device/dev-123',
      time: '2026-01-01T00:00:00.000Z',
      datacontenttype: 'application/json',
      resourcekind: 'Device',
      resourceuid: 'dev-123',
      data: { a: 1 },
    })
  })

  it('has attributes that other tools can read: lower-case letters and digits', () => {
    const names = Object.keys(resourceEvent('a', { ...device, data: 1 }, { ...options, reconciledBy: 'x' }))
    for (const name of names) expect(name).toMatch(/^[a-z0-9]{1,20}$/)
  })
})

describe('lifecycleEvent', () => {
  it('says what was done to a resource', () => {
    const event = lifecycleEvent(
      'updated',
      { ...device, name: 'one' },
      { ...options, metadata: { updateType: 'status' } },
    )
    expect(event).toMatchObject({
      type: 'io.fabrica.device.updated',
      action: 'updated',
      data: {
        action: 'updated',
        resourceKind: 'Device',
        resourceUID: 'dev-123',
        resourceName: 'one',
        changeTime: '2026-01-01T00:00:00.000Z',
        metadata: { updateType: 'status' },
      },
    })
  })
})

describe('conditionEvent', () => {
  const after = {
    type: 'Ready',
    status: 'True',
    reason: 'DeviceRunning',
    message: 'ok',
    lastTransitionTime: '2026-01-01T00:00:00Z',
  } as const

  it('says that a condition changed', () => {
    expect(conditionEvent(device, { before: undefined, after }, options)).toMatchObject({
      type: 'io.fabrica.condition.ready',
      source: 'fabrica-api/resources/Device/dev-123/conditions/Ready',
      conditiontype: 'Ready',
      conditionstatus: 'True',
      data: { status: 'True', previousStatus: 'Unknown', reason: 'DeviceRunning' },
    })
  })

  it('says nothing when the status stayed', () => {
    expect(conditionEvent(device, { before: { ...after, reason: 'Other' }, after }, options)).toBeUndefined()
  })
})

describe('readEventSettings', () => {
  it('is silent unless told to speak', () => {
    expect(readEventSettings({})).toMatchObject({ enabled: false, lifecycle: true, prefix: 'io.fabrica' })
    expect(
      readEventSettings({
        FABRICA_EVENTS_ENABLED: 'true',
        FABRICA_CONDITION_EVENTS_ENABLED: '0',
        FABRICA_EVENT_SOURCE: 'lab',
      }),
    ).toMatchObject({ enabled: true, conditions: false, source: 'lab' })
  })
})
