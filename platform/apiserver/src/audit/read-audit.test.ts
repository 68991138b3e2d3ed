import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openJournal } from '@reeve/ledger'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuditEvent } from './audit-event.ts'
import { AUDIT_TYPE } from './audit-trail.ts'
import { type AuditQuery, readAudit } from './read-audit.ts'

describe('readAudit', () => {
  let directory: string
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'reeve-audit-'))
    await using journal = await openJournal({ directory })
    const add = (id: string, time: number, event: Partial<AuditEvent>) =>
      journal.append({ type: AUDIT_TYPE, time, data: { auditID: id, ...event } as never })
    const alice = { username: 'alice', groups: [] }
    const bob = { username: 'bob', groups: [] }
    await journal.append({ type: 'observed', time: 1 })
    await add('a', 1_000, { user: alice, verb: 'get', objectRef: { resource: 'pods', apiVersion: 'v1' } })
    await add('b', 2_000, {
      user: bob,
      impersonatedUser: alice,
      verb: 'update',
      objectRef: { resource: 'devices', apiGroup: 'example.io', apiVersion: 'v1', subresource: 'status' },
    })
    await add('c', 3_000, { user: bob, verb: 'get' })
  })
  afterAll(() => rm(directory, { recursive: true }))

  it.each<[AuditQuery, string]>([
    [{}, 'abc'],
    [{ since: 2_000 }, 'bc'],
    [{ user: 'alice' }, 'ab'],
    [{ verb: 'get' }, 'ac'],
    [{ verb: 'get', user: 'bob' }, 'c'],
    [{ resource: 'pods' }, 'a'],
    [{ resource: 'devices' }, 'b'],
    [{ resource: 'devices.example.io' }, 'b'],
    [{ resource: 'devices/status' }, 'b'],
    [{ resource: 'devices/status.example.io' }, 'b'],
    [{ resource: 'services' }, ''],
  ])('finds by %j', async (query, expected) => {
    let found = ''
    for await (const item of readAudit(directory, query)) {
      found += item.kind === 'event' ? item.event.auditID : item.words
    }
    expect(found).toBe(expected)
  })
})
