import { seededRandom, VirtualClock } from '@reeve/testing'
import { describe, expect, it } from 'vitest'
import { OptionError } from '../errors.ts'
import * as fabrica from './fabrica.ts'

const ctx = fabrica.background

describe('ExponentialBackoffRateLimiter', () => {
  it('goes from 1 s to 5 min by doubling (F32)', async () => {
    const clock = new VirtualClock()
    const limiter = new fabrica.ExponentialBackoffRateLimiter('1s', '5m', { clock })
    const delays: number[] = []
    for (let failure = 0; failure < 10; failure += 1) {
      const delay = limiter.failed('a')
      delays.push(delay / 1_000)
      await clock.advance(delay)
    }
    expect(delays).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300])
  })

  it('makes a queue that keeps to it (F33)', async () => {
    const clock = new VirtualClock()
    const queue = new fabrica.RateLimitedWorkQueue(new fabrica.ExponentialBackoffRateLimiter('2s', '3s'), {
      clock,
    })
    const delays: number[] = []
    for (let failure = 0; failure < 3; failure += 1) {
      delays.push(queue.retry('a'))
      await clock.advance(delays.at(-1) ?? 0)
      queue.done(queue.take() ?? '')
    }
    expect(delays).toEqual([2_000, 3_000, 3_000])
  })
})

describe('InMemoryStorage', () => {
  it('keeps resources by kind and uid, each load a copy of its own (F41, F42)', async () => {
    const storage = new fabrica.InMemoryStorage()
    const device = { kind: 'Device', uid: 'b', spec: { size: 1 } }
    await storage.save(ctx, 'Device', 'b', device)
    device.spec.size = 2
    const loaded = await storage.load<typeof device>(ctx, 'Device', 'b')
    expect(loaded.spec.size).toBe(1)
    loaded.spec.size = 3
    expect(await storage.loadAll(ctx, 'Device')).toEqual([{ kind: 'Device', uid: 'b', spec: { size: 1 } }])
    await storage.create(ctx, 'Device', 'a', device)
    expect(await storage.list(ctx, 'Device')).toEqual(['a', 'b'])
    expect(await storage.list(ctx, 'Rack')).toEqual([])
    await storage.delete(ctx, 'Device', 'a')
    await storage.delete(ctx, 'Device', 'a')
    expect(await storage.exists(ctx, 'Device', 'a')).toBe(false)
    await storage.close()
  })

  it('says what is missing, what is there already and what cannot be kept', async () => {
    const storage = new fabrica.InMemoryStorage()
    await storage.save(ctx, 'Device', 'a', {})
    await expect(storage.load(ctx, 'Device', 'b')).rejects.toThrow(fabrica.NotFoundError)
    await expect(storage.change(ctx, 'Device', 'b', (same) => same)).rejects.toThrow(fabrica.NotFoundError)
    await expect(storage.create(ctx, 'Device', 'a', {})).rejects.toThrow(fabrica.AlreadyExistsError)
    await expect(storage.save(ctx, 'Device', 'a', undefined)).rejects.toThrow(fabrica.InvalidDataError)
    await expect(storage.save(ctx, 'Device', 'a', { n: 1n })).rejects.toThrow(fabrica.InvalidDataError)
  })

  it('does nothing for a context that gave up', async () => {
    const storage = new fabrica.InMemoryStorage()
    await expect(storage.save({ signal: AbortSignal.abort() }, 'Device', 'a', {})).rejects.toThrow()
    expect(await storage.list(ctx, 'Device')).toEqual([])
  })
})

describe('storageClient', () => {
  it('gets, lists, creates, updates and deletes by kind and uid (F19)', async () => {
    const client = fabrica.storageClient(new fabrica.InMemoryStorage())
    const device = { kind: 'Device', uid: 'a', spec: 1, status: 1 }
    await expect(client.update(ctx, device)).rejects.toThrow(fabrica.NotFoundError)
    await client.create(ctx, device)
    await client.update(ctx, { ...device, spec: 2 })
    await client.updateStatus(ctx, { ...device, status: 2 })
    expect(await client.get(ctx, 'Device', 'a')).toEqual({ kind: 'Device', uid: 'a', spec: 2, status: 2 })
    expect((await client.list(ctx, 'Device')).length).toBe(1)
    await client.delete(ctx, 'Device', 'a')
    await expect(client.get(ctx, 'Device', 'a')).rejects.toThrow(fabrica.NotFoundError)
  })
})

describe('UidPrefixes', () => {
  it('makes uids whose prefix names the kind, and reads them', () => {
    const uids = new fabrica.UidPrefixes()
    uids.register('Device', 'dev')
    const uid = uids.generate('Device', seededRandom(1))
    expect(uid).toMatch(/^dev-[0-9a-f]{8}$/)
    expect(uids.kindOf(uid)).toBe('Device')
    expect(uids.parse(uid)).toMatchObject({ prefix: 'dev' })
    expect(uids.parse('Dev_1')).toBeUndefined()
    expect(uids.kindOf('usr-00')).toBeUndefined()
    expect(() => uids.register('Other', 'dev')).toThrow(OptionError)
    expect(() => uids.register('Other', 'D')).toThrow(OptionError)
    expect(() => uids.generate('Other', seededRandom(1))).toThrow(OptionError)
  })
})

describe('defaultLogger', () => {
  it('words what it knows as the manual does, and the rest with its fields (F27)', () => {
    const lines: string[] = []
    const logger = fabrica.defaultLogger((line) => lines.push(line)).with({ controller: 'x' })
    logger.info('registered reconciler', { kind: 'Device' })
    logger.warn('odd', { error: new Error('no'), n: 1 })
    expect(lines).toEqual([
      '[INFO] Registered reconciler for Device\n',
      '[WARN] odd controller=x error=no n=1\n',
    ])
  })
})
