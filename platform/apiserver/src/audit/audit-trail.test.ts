import { silentLogger } from '@reeve/ground'
import { openJournal } from '@reeve/ledger'
import { SimulatedDisk, seededRandom, systemError, VirtualClock } from '@reeve/testing'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../json/json-value.ts'
import type { ApiAnswer, ApiRequest } from '../server/api-request.ts'
import type { AuditEvent, AuditLevel } from './audit-event.ts'
import { AuditTrail } from './audit-trail.ts'
import { audited } from './audited.ts'

const FOLDER = '/audit'
const OK: ApiAnswer = { type: 'object', status: 200, object: { kind: 'ConfigMap', data: { a: 'shown' } } }

const asked = (method: string, url: string, body?: unknown): ApiRequest => {
  const { pathname, searchParams } = new URL(url, 'https://x')
  return {
    method,
    path: pathname,
    query: searchParams,
    headers: { 'user-agent': 'kubectl/v1.34.2', 'content-type': 'application/json' },
    body: new TextEncoder().encode(body === undefined ? '' : JSON.stringify(body)),
    user: { name: 'alice', groups: ['dev', 'system:authenticated'] },
    source: '10.0.0.7',
    signal: new AbortController().signal,
  }
}

describe('AuditTrail', () => {
  const open = async (level: AuditLevel = 'Metadata') => {
    const clock = new VirtualClock()
    const files = new SimulatedDisk()
    const journal = await openJournal({ directory: FOLDER, files, clock })
    const trail = new AuditTrail({ journal, clock, random: seededRandom(1), logger: silentLogger, level })
    const records = async (): Promise<AuditEvent[]> => {
      const events: AuditEvent[] = []
      for await (const item of journal.replay()) {
        if (item.kind === 'record') events.push(item.record.data as unknown as AuditEvent)
      }
      return events
    }
    return { clock, files, journal, trail, records }
  }

  it('records who did what to which object, before the answer goes out', async () => {
    const { trail, records, clock } = await open()
    const handle = audited(async () => OK, trail)
    const sent = { metadata: { name: 'a' }, data: { password: 'hidden' } }
    const answer = await handle(asked('POST', '/api/v1/namespaces/default/configmaps?dryRun=All', sent))
    const [event] = await records()
    const time = new Date(clock.now()).toISOString().replace('Z', '000Z')
    expect(event).toEqual({
      kind: 'Event',
      apiVersion: 'audit.k8s.io/v1',
      level: 'Metadata',
      auditID: event?.auditID,
      stage: 'ResponseComplete',
      requestURI: '/api/v1/namespaces/default/configmaps?dryRun=All',
      verb: 'create',
      user: { username: 'alice', groups: ['dev', 'system:authenticated'] },
      sourceIPs: ['10.0.0.7'],
      userAgent: 'kubectl/v1.34.2',
      objectRef: { resource: 'configmaps', namespace: 'default', name: 'a', apiVersion: 'v1' },
      responseStatus: { metadata: {}, code: 200 },
      requestReceivedTimestamp: time,
      stageTimestamp: time,
    })
    expect(event?.auditID).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(answer).toMatchObject({ headers: { 'audit-id': event?.auditID } })
  })

  it.each([
    ['GET', '/api/v1/namespaces/d/pods', 'list'],
    ['GET', '/api/v1/namespaces/d/pods/a', 'get'],
    ['GET', '/api/v1/pods?watch=1', 'watch'],
    ['HEAD', '/api/v1/nodes/a', 'get'],
    ['PUT', '/apis/apps/v1/namespaces/d/deployments/a/scale', 'update'],
    ['PATCH', '/api/v1/nodes/a', 'patch'],
    ['DELETE', '/api/v1/nodes/a', 'delete'],
    ['DELETE', '/api/v1/nodes', 'deletecollection'],
    ['OPTIONS', '/api/v1/nodes', ''],
    ['GET', '/openapi/v3', 'get'],
    ['OPTIONS', '/openapi/v3', 'options'],
  ])('calls %s %s "%s"', async (method, url, verb) => {
    const { trail, records } = await open()
    await audited(async () => OK, trail)(asked(method, url))
    expect((await records())[0]?.verb).toBe(verb)
  })

  it('records why something was refused', async () => {
    const { trail, records } = await open()
    const object: JsonObject = {
      kind: 'Status',
      metadata: {},
      status: 'Failure',
      reason: 'NotFound',
      code: 404,
    }
    await audited(
      async () => ({ type: 'object', status: 404, object }),
      trail,
    )(asked('GET', '/api/v1/nodes/a'))
    expect((await records())[0]?.responseStatus).toEqual({
      metadata: {},
      status: 'Failure',
      reason: 'NotFound',
      code: 404,
    })
  })

  it('takes the name of what was made from the answer where the request is not JSON', async () => {
    const { trail, records } = await open()
    const object: JsonObject = { kind: 'ConfigMap', metadata: { name: 'made' } }
    const handle = audited(async () => ({ type: 'object', status: 201, object }), trail)
    const headers = { 'content-type': 'application/vnd.kubernetes.protobuf' }
    await handle({ ...asked('POST', '/api/v1/namespaces/d/configmaps', 'k8s'), headers })
    expect((await records())[0]?.objectRef?.name).toBe('made')
  })

  it('records the beginning and the end of a watch', async () => {
    const { trail, records } = await open()
    async function* events() {
      yield { type: 'ADDED', object: {} }
    }
    const handle = audited(async () => ({ type: 'stream', events: events() }), trail)
    const answer = await handle(asked('GET', '/api/v1/pods?watch=true'))
    const stages = async () => (await records()).map(({ stage }) => stage)
    expect(await stages()).toEqual(['ResponseStarted'])
    if (answer.type === 'stream') for await (const event of answer.events) expect(event.type).toBe('ADDED')
    expect(await stages()).toEqual(['ResponseStarted', 'ResponseComplete'])
  })

  it('takes notes of whoever carries the request out', async () => {
    const { trail, records } = await open()
    const handle = audited(async ({ audit }) => {
      audit?.annotate('authorization.k8s.io/decision', 'allow')
      audit?.impersonate({ name: 'bob', groups: ['ops'] })
      return OK
    }, trail)
    await handle(asked('GET', '/api/v1/nodes'))
    expect((await records())[0]).toMatchObject({
      user: { username: 'alice' },
      impersonatedUser: { username: 'bob', groups: ['ops'] },
      annotations: { 'authorization.k8s.io/decision': 'allow' },
    })
  })

  it('records a fault that nobody foresaw as a panic', async () => {
    const { trail, records } = await open()
    const handle = audited(() => Promise.reject(new Error('oh')), trail)
    await expect(handle(asked('GET', '/api/v1/nodes'))).rejects.toThrow('oh')
    expect((await records())[0]).toMatchObject({ stage: 'Panic', responseStatus: { code: 500 } })
  })

  it('records what was sent and answered where it is told to, but never of secrets and tokens', async () => {
    const { trail, records } = await open('RequestResponse')
    const handle = audited(async () => OK, trail)
    const body = { metadata: { name: 'a' }, data: { b: 'c' } }
    await handle(asked('PUT', '/api/v1/namespaces/d/configmaps/a', body))
    await handle(asked('PUT', '/api/v1/namespaces/d/secrets/a', body))
    await handle(asked('POST', '/api/v1/namespaces/d/serviceaccounts/a/token', body))
    await handle(asked('POST', '/apis/authentication.k8s.io/v1/tokenreviews', body))
    const [open1, ...hidden] = await records()
    expect(open1).toMatchObject({ requestObject: body, responseObject: { data: { a: 'shown' } } })
    for (const event of hidden) {
      expect(event.level).toBe('Metadata')
      expect(event).not.toHaveProperty('requestObject')
      expect(event).not.toHaveProperty('responseObject')
    }
  })

  it('refuses requests while records cannot be written, and loses none', async () => {
    const { trail, records, files } = await open()
    let done = 0
    const handle = audited(async () => {
      done += 1
      return OK
    }, trail)
    files.before = ({ name }) => {
      if (name === 'write') throw systemError('ENOSPC', 'audit')
    }
    expect(await handle(asked('DELETE', '/api/v1/nodes/a'))).toMatchObject({ status: 200 })
    expect(trail.unwritten).toBe(1)
    const refused = await Promise.all([1, 2].map(() => handle(asked('DELETE', '/api/v1/nodes/b'))))
    expect(refused[0]).toMatchObject({ status: 503, headers: { 'retry-after': '5' } })
    expect(done).toBe(1)
    files.before = () => {}
    await handle(asked('DELETE', '/api/v1/nodes/c'))
    expect((await records()).map(({ objectRef }) => objectRef?.name)).toEqual(['a', 'c'])
    expect([trail.unwritten, done]).toEqual([0, 2])
  })

  it('leaves out those who only ask whether the server lives', async () => {
    const { trail, records } = await open()
    await audited(async () => OK, trail)(asked('GET', '/readyz'))
    expect(await records()).toEqual([])
  })
})
