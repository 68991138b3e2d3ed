import { describe, expect, it } from 'vitest'
import { Bell } from './bell.ts'

describe('Bell', () => {
  it('wakes everyone who waits', async () => {
    const bell = new Bell()
    const waiting = [bell.after(bell.rung), bell.after(bell.rung)]
    bell.ring()
    await expect(Promise.all(waiting)).resolves.toBeDefined()
  })

  it('does not let anyone wait for a ring that came after they looked', async () => {
    const bell = new Bell()
    const looked = bell.rung
    bell.ring()
    await expect(bell.after(looked)).resolves.toBeUndefined()
  })

  it('lets go with the signal', async () => {
    const abort = new AbortController()
    const waiting = new Bell().after(0, abort.signal)
    abort.abort()
    await expect(waiting).resolves.toBeUndefined()
  })
})
