import type { JsonObject } from '../json/json-value.ts'
import type { ApiAnswer, ApiRequest } from '../server/api-request.ts'
import { failure } from '../server/api-server.ts'
import type { AuditRecord } from './audit-record.ts'
import type { AuditTrail } from './audit-trail.ts'

type Handle = (request: ApiRequest) => Promise<ApiAnswer>

/** Asked all the time by those who look after the server; says nothing about anyone. */
const NOT_RECORDED = /^\/(healthz|livez|readyz)(\/|$)/

/** A handle whose requests are recorded; what cannot be recorded is refused with 503 before it is carried out. */
export function audited(handle: Handle, trail: AuditTrail): Handle {
  return async (request) => {
    if (NOT_RECORDED.test(request.path)) return handle(request)
    let record: AuditRecord
    try {
      const { user, impersonatedBy } = request
      record = await trail.begin(
        impersonatedBy === undefined ? request : { ...request, user: impersonatedBy },
      )
      if (impersonatedBy !== undefined && user !== undefined) record.impersonate(user)
    } catch (error) {
      return failure(error)
    }
    try {
      return await recorded(await handle({ ...request, audit: record }), record)
    } catch (error) {
      await record.panic(error)
      throw error
    }
  }
}

async function recorded(answer: ApiAnswer, record: AuditRecord): Promise<ApiAnswer> {
  const headers = { ...answer.headers, 'audit-id': record.id }
  if (answer.type === 'stream') {
    await record.started(200)
    return { ...answer, events: untilComplete(answer.events, record), headers }
  }
  await record.complete(answer.status, answer.type === 'object' ? answer.object : undefined)
  return { ...answer, headers }
}

async function* untilComplete(
  events: AsyncIterable<JsonObject>,
  record: AuditRecord,
): AsyncGenerator<JsonObject> {
  try {
    yield* events
  } finally {
    await record.complete(200)
  }
}
