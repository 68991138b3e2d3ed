import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silentLogger } from '@reeve/ground'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readTokenFile } from './read-token-file.ts'

describe('readTokenFile', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'reeve-tokens-'))
  })
  afterAll(() => rm(folder, { recursive: true }))
  const read = async (text: string) => {
    await writeFile(join(folder, 't.csv'), text)
    return readTokenFile(join(folder, 't.csv'), silentLogger)
  }

  it('reads tokens, users, ids and groups as kube-apiserver does', async () => {
    expect(await read('t1,alice,u1,"dev,ops"\n\nt2,bob,u2\n')).toEqual({
      t1: { name: 'alice', uid: 'u1', groups: ['dev', 'ops'] },
      t2: { name: 'bob', uid: 'u2', groups: [] },
    })
  })

  it('names the line that it cannot read', async () => {
    await expect(read('t1,alice,u1\nt2\n')).rejects.toThrow(/t\.csv:2: expected token,user,uid/)
    await expect(readTokenFile(join(folder, 'no'), silentLogger)).rejects.toMatchObject({ code: 'CLI_FILE' })
  })
})
