import { realClock } from '@reeve/ground'
import { describe, expect, it } from 'vitest'
import { progressOf } from './progress.ts'

describe('progressOf', () => {
  it('says nothing about short work, and now and then how far long work is', () => {
    let now = 0
    const told: string[] = []
    const clock = { ...realClock, monotonic: () => now }
    const progress = progressOf('backup', { clock, write: (text) => void told.push(text) })
    for (; now < 5_000; now += 500) progress(now, 10_000)
    expect(told).toEqual(['backup: 2000 of 10000 keys (20 %)\n', 'backup: 4000 of 10000 keys (40 %)\n'])
  })
})
