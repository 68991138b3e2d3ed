import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockFolder } from './folder-lock.ts'

describe('lockFolder', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'reeve-lock-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('refuses a second holder and names the first', async () => {
    const lock = await lockFolder(folder)
    await expect(lockFolder(folder)).rejects.toMatchObject({ code: 'CLI_FOLDER_HELD', pid: process.pid })
    await lock.release()
    const again = await lockFolder(folder)
    await again.release()
  })

  it('says what is wrong with a folder that is not there', async () => {
    await expect(lockFolder(join(folder, 'no'))).rejects.toMatchObject({ code: 'CLI_FILE' })
  })
})
