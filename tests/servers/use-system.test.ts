import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RunRecord, useSystem } from '@reeve/test-servers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

describe('useSystem on a machine that lacks the system', () => {
  let runDir: string
  beforeEach(async () => {
    runDir = await mkdtemp(join(tmpdir(), 'reeve-use-system-'))
    vi.stubEnv('REEVE_TEST_RUN', runDir)
    vi.stubEnv('PATH', '/nowhere')
    vi.stubEnv('CI', '')
  })
  afterEach(async () => {
    vi.unstubAllEnvs()
    await rm(runDir, { recursive: true })
  })

  it('says that it is missing and how to get it', async () => {
    const etcd = await useSystem('etcd')
    expect(etcd.available).toBe(false)
    expect(etcd.reason).toContain('get it from https://go.dev/dl/')
  })

  it('fails under CI=true, with the reason', async () => {
    vi.stubEnv('CI', 'true')
    await expect(useSystem('etcd')).rejects.toThrow(/cannot use etcd: .*needs Go/)
  })

  it('notes for the table of the run which file asked for what', async () => {
    await useSystem('etcd')
    expect(new RunRecord(runDir).uses()).toEqual([{ system: 'etcd', file: import.meta.filename }])
  })

  it('looks once per run: what was found first holds for every file', async () => {
    new RunRecord(runDir).setAvailability('etcd', { available: true, version: '9.9.9' })
    expect(await useSystem('etcd')).toMatchObject({ available: true, version: '9.9.9' })
  })
})
