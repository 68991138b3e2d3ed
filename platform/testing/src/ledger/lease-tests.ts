import { expect, it } from 'vitest'
import type { Suite } from './describe-ledger.ts'
import { bytes, put, shown, take, told } from './ledger-subject.ts'

/** Long enough for backends that round up to seconds. */
const TTL = 2_000

export function leaseTests({ ledger, subject }: Suite): void {
  const under = (lease: string, key: string) => ({ do: 'put', key, value: bytes('x'), lease }) as const
  const gone = async (key: string): Promise<void> => {
    await expect
      .poll(
        async () => {
          await subject().pass(250)
          return ledger().get(key)
        },
        { timeout: 15_000 },
      )
      .toBeUndefined()
  }

  it('deletes attached keys under one revision when it ends', async () => {
    const lease = await ledger().lease(TTL)
    expect(lease.ttlMs).toBeGreaterThanOrEqual(TTL)
    const watch = ledger().watch('')
    await watch.ready
    await ledger().txn([], [under(lease.id, 'a'), under(lease.id, 'b'), put('c', 'x')])
    expect((await ledger().get('a'))?.lease).toBe(lease.id)
    await gone('a')
    expect(shown((await ledger().range('')).entries)).toEqual(['c=x'])
    const [, end] = await take(watch, 2)
    expect(end?.events.map(told).sort()).toEqual(['-a', '-b'])
  })

  it('lives on as long as it is renewed', async () => {
    const lease = await ledger().lease(TTL)
    await ledger().txn([], [under(lease.id, 'a')])
    for (let time = 0; time < 3 * lease.ttlMs; time += lease.ttlMs / 2) {
      await subject().pass(lease.ttlMs / 2)
      await lease.renew()
    }
    expect(await ledger().get('a')).toBeDefined()
    await gone('a')
    await expect(lease.renew()).rejects.toMatchObject({ code: 'LEDGER_LEASE_LOST' })
  })

  it('is kept alive until the signal, then ends by itself', async () => {
    const lease = await ledger().lease(TTL)
    await ledger().txn([], [under(lease.id, 'a')])
    const abort = new AbortController()
    const kept = lease.keepAlive(abort.signal)
    for (let n = 0; n < 6; n += 1) await subject().pass(lease.ttlMs / 2)
    expect(await ledger().get('a')).toBeDefined()
    abort.abort()
    await kept
    await gone('a')
  })

  it('says that it is lost to whoever keeps it alive after it was revoked', async () => {
    const lease = await ledger().lease(TTL)
    const lost = expect(lease.keepAlive(new AbortController().signal)).rejects.toMatchObject({
      code: 'LEDGER_LEASE_LOST',
    })
    await lease.revoke()
    await subject().pass(lease.ttlMs)
    await lost
  })

  it('ends at once when revoked, and may be revoked again', async () => {
    const lease = await ledger().lease(60_000)
    await ledger().txn([], [under(lease.id, 'a')])
    await lease.revoke()
    expect(await ledger().get('a')).toBeUndefined()
    await lease.revoke()
    await expect(lease.renew()).rejects.toMatchObject({ code: 'LEDGER_LEASE_LOST' })
  })

  it('lets go of a key that is put again without it, or under another', async () => {
    const [first, second] = [await ledger().lease(60_000), await ledger().lease(60_000)]
    await ledger().txn([], [under(first.id, 'a'), under(first.id, 'b'), under(first.id, 'c')])
    await ledger().txn([], [put('a', 'y'), under(second.id, 'b')])
    await first.revoke()
    expect(shown((await ledger().range('')).entries)).toEqual(['a=y', 'b=x'])
    await second.revoke()
    expect(shown((await ledger().range('')).entries)).toEqual(['a=y'])
  })

  it('refuses a put under a lease that is not there, with nothing changed', async () => {
    const lease = await ledger().lease(60_000)
    await lease.revoke()
    const revision = await ledger().revision()
    await expect(ledger().txn([], [put('b', 'x'), under(lease.id, 'a')])).rejects.toMatchObject({
      code: 'LEDGER_LEASE_LOST',
    })
    expect(await ledger().revision()).toBe(revision)
    await expect(ledger().lease(0)).rejects.toMatchObject({ code: 'LEDGER_INVALID' })
  })

  it('renews without writing: no revision passes', async () => {
    const lease = await ledger().lease(60_000)
    const revision = await ledger().revision()
    for (let n = 0; n < 5; n += 1) await lease.renew()
    expect(await ledger().revision()).toBe(revision)
  })
}
