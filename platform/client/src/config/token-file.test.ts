import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { VirtualClock } from '@reeve/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { TokenFile } from './token-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'reeve-token-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('TokenFile', () => {
  it('reads the file again after a minute, or when its token is refused', async () => {
    const path = join(folder, 'token')
    const clock = new VirtualClock()
    const file = new TokenFile(path, clock)
    writeFileSync(path, 'one\n')
    expect(await file.token()).toBe('one')
    writeFileSync(path, 'two\n')
    expect(await file.token()).toBe('one')
    await clock.advance(60_000)
    expect(await file.token()).toBe('two')
    writeFileSync(path, 'three\n')
    file.renew()
    expect(await file.token()).toBe('three')
  })

  it('goes on with what it has while the file is being replaced', async () => {
    const path = join(folder, 'replaced')
    const file = new TokenFile(path, new VirtualClock())
    await expect(file.token()).rejects.toMatchObject({ code: 'CLIENT_CREDENTIAL', retryable: true })
    writeFileSync(path, 'one')
    await file.token()
    rmSync(path)
    file.renew()
    expect(await file.token()).toBe('one')
  })
})
