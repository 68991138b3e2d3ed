import type { JsonObject } from '../json/json-value.ts'
import { requestInfoOf } from '../requests/request-info.ts'
import type { ApiAnswer, ApiRequest } from '../server/api-request.ts'
import { ApiError } from '../status/api-error.ts'
import { conflict, expired, MODIFIED } from '../status/api-errors.ts'
import type { Refusal } from './plan-faults.ts'

/** The answer that a real server gives when it refuses so. */
export function refuse(refusal: Refusal, request: ApiRequest): ApiAnswer {
  switch (refusal) {
    case 'too-many':
      return {
        type: 'text',
        status: 429,
        contentType: 'text/plain; charset=utf-8',
        text: 'Too many requests, please try again later.\n',
        headers: { 'retry-after': '1' },
      }
    case 'unavailable':
      return statusAnswer(
        new ApiError('the server is currently unable to handle the request', {
          code: 503,
          reason: 'ServiceUnavailable',
          details: { retryAfterSeconds: 1 },
        }),
      )
    case 'internal':
      return statusAnswer(
        new ApiError('Internal error occurred: etcdserver: leader changed', {
          code: 500,
          reason: 'InternalError',
          details: { causes: [{ message: 'etcdserver: leader changed' }] },
        }),
      )
    case 'lost-answer':
      return statusAnswer(
        new ApiError('Timeout: request did not complete within the allotted timeout', {
          code: 504,
          reason: 'Timeout',
        }),
      )
    case 'conflict':
      return statusAnswer(conflict(subjectOf(request), MODIFIED))
    case 'expired':
      return statusAnswer(expiredError(request))
  }
}

/** What a watch says before it ends when its version is gone. */
export function expiredEvent(request: ApiRequest): JsonObject {
  return { type: 'ERROR', object: expiredError(request).status as unknown as JsonObject }
}

function expiredError({ query }: ApiRequest): ApiError {
  if (query.has('continue')) {
    return expired(
      'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter.',
    )
  }
  return expired(`too old resource version: ${query.get('resourceVersion') || 0} (0)`)
}

function subjectOf({ path }: ApiRequest): { group: string; kind: string; name: string } {
  const info = requestInfoOf(path)
  if (info.type === 'other') return { group: '', kind: '', name: '' }
  return { group: info.group, kind: info.resource, name: info.name }
}

function statusAnswer({ status }: ApiError): ApiAnswer {
  const retry = status.details?.retryAfterSeconds
  return {
    type: 'object',
    status: status.code ?? 500,
    object: status as unknown as JsonObject,
    headers: retry === undefined ? {} : { 'retry-after': String(retry) },
  }
}
