import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { takeWriterLock } from './writer-lock.ts'

let directory: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'reeve-lock-'))
})
afterEach(() => rm(directory, { recursive: true }))

/** Another process that holds the lock until it is killed. */
async function holder(): Promise<ChildProcess> {
  const script = `
    const { takeWriterLock } = await import(${JSON.stringify(new URL('./writer-lock.ts', import.meta.url).href)})
    await takeWriterLock(${JSON.stringify(directory)})
    console.log('held')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--conditions=source', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return child
}

describe('takeWriterLock', () => {
  it('refuses another process, names the one that has it, and is free at once when that one is killed', async () => {
    const child = await holder()
    try {
      await expect(takeWriterLock(directory)).rejects.toMatchObject({
        code: 'JOURNAL_LOCKED',
        pid: child.pid,
      })
    } finally {
      child.kill('SIGKILL')
      await once(child, 'close')
    }
    await (await takeWriterLock(directory)).release()
  })

  it('refuses a second one in the same process, and does not lose the first over it', async () => {
    const first = await takeWriterLock(directory)
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await expect(takeWriterLock(directory)).rejects.toMatchObject({
        code: 'JOURNAL_LOCKED',
        pid: process.pid,
      })
    }
    await first.release()
    await (await takeWriterLock(directory)).release()
  })

  it('lets only one of many in at a time', async () => {
    const attempts = await Promise.allSettled(Array.from({ length: 20 }, () => takeWriterLock(directory)))
    const got = attempts.filter((attempt) => attempt.status === 'fulfilled')
    expect(got).toHaveLength(1)
    await got[0]?.value.release()
  })
})
