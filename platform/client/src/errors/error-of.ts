import { isObject } from '../json/json-value.ts'
import { parseJson } from '../json/parse-json.ts'
import { headerOf, type TransportAnswer } from '../transport/transport.ts'
import { ApiError } from './api-error.ts'
import type { Status } from './status.ts'

/** Longer answers than this are no message for people. */
const LONGEST_MESSAGE = 2_048

/** What an answer that is no success says, as an error; `action` such as `get Pod default/a`. */
export function errorOf(answer: TransportAnswer, action: string): ApiError {
  const status = statusOf(answer)
  const retryAfterMs = retryAfterOf(answer, status)
  return new ApiError({
    action,
    status,
    code: answer.status,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  })
}

/** When the server wants to be asked again: by its header, else by its status. */
export function retryAfterOf(answer: TransportAnswer, status = statusOf(answer)): number | undefined {
  const header = headerOf(answer, 'retry-after')
  const seconds = header === undefined ? status.details?.retryAfterSeconds : Number(header)
  return seconds === undefined || !Number.isFinite(seconds) || seconds < 0 ? undefined : seconds * 1_000
}

function statusOf({ body, status }: TransportAnswer): Status {
  const text = body.type === 'lines' ? '' : textOf(body.content)
  const plain: Status = {
    kind: 'Status',
    apiVersion: 'v1',
    code: status,
    message: text.trim().slice(0, LONGEST_MESSAGE) || `the server answered ${status}`,
  }
  try {
    const value = parseJson(text)
    return isObject(value) && value.kind === 'Status' ? (value as unknown as Status) : plain
  } catch {
    return plain
  }
}

export function textOf(content: string | Uint8Array): string {
  return typeof content === 'string' ? content : new TextDecoder().decode(content)
}
