import { messageOf } from '@reeve/ground'
import { isList, isObject, type JsonObject, type JsonValue } from '../json/json-value.ts'
import { parseJson } from '../json/parse-json.ts'
import { quote } from '../json/quote.ts'
import type { WebhookAnswer } from './webhook-client.ts'

/** What an answer has to be. */
export interface ExpectedReview {
  readonly apiVersion: string
  readonly kind: string
}

const SAYINGS: Readonly<Record<number, string>> = {
  400: 'the server rejected our request for an unknown reason',
  401: 'the server has asked for the client to provide credentials',
  404: 'the server could not find the requested resource',
  405: 'the server does not allow this method on the requested resource',
  409: 'the server reported a conflict',
  422: 'the server rejected our request due to an error in our request',
  429: 'the server has received too many requests and has asked us to try again later',
  503: 'the server is currently unable to handle the request',
  504: 'the server was unable to return a response in the time allotted, but may still be processing the request',
}
const PLAIN_SAYINGS = new Set([403, 415])
const MAX_SHOWN = 2048
const HEADER_TYPE =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }'

/** The review in a webhook's answer, or what is wrong with the answer, in the real server's words. One without a kind is taken for the right one. */
export function readAnswer(answer: WebhookAnswer, expected: ExpectedReview): JsonObject | string {
  const { status, type, text } = answer
  const failed = status < 200 || status > 206
  const value = valueIn(text)
  const told = toldStatus(value)
  if (told !== undefined) return told
  if (failed) return sayingOf(answer)
  if (text === '') {
    return `0-length response with status code: ${status} and content type: ${type || 'application/json'}`
  }
  if (typeof value === 'string') return `couldn't get version/kind; json parse error: ${value}`
  const { apiVersion = '', kind = '' } = value
  if (apiVersion === '' && kind === '') return value
  if (apiVersion === expected.apiVersion && kind === expected.kind) return value
  if (apiVersion === `${expected.apiVersion}beta1` && kind === expected.kind) {
    return `converting (v1beta1.${kind}) to (v1.${kind}): unknown conversion`
  }
  return `no kind ${quote(String(kind))} is registered for version ${quote(String(apiVersion))} in scheme "pkg/runtime/scheme.go:110"`
}

/** The object that a text is, or what is wrong with it. */
function valueIn(text: string): JsonObject | string {
  let value: JsonValue
  try {
    value = parseJson(text).value
  } catch (cause) {
    // What does not look like JSON is YAML to the real server, and plain words are a string in it.
    if (/^\s*[{[]/.test(text)) return messageOf(cause)
    value = text
  }
  return isObject(value)
    ? value
    : `json: cannot unmarshal ${goKind(value)} into Go value of type ${HEADER_TYPE}`
}

/** The message of a Status that is a failure. */
function toldStatus(value: JsonObject | string): string | undefined {
  if (typeof value === 'string' || value.kind !== 'Status' || value.status === 'Success') return undefined
  return typeof value.message === 'string' ? value.message : 'unknown'
}

function sayingOf({ status, type, text }: WebhookAnswer): string {
  const shown = type === '' || type.startsWith('text/') ? text.slice(0, MAX_SHOWN).trim() : 'unknown'
  if (PLAIN_SAYINGS.has(status)) return shown
  const saying = SAYINGS[status]
  if (saying !== undefined) return saying
  if (status >= 500)
    return `an error on the server (${quote(shown)}) has prevented the request from succeeding`
  return `the server responded with the status code ${status} but did not return more information`
}

/** How Go calls a JSON value's kind. */
export function goKind(value: JsonValue): string {
  if (isList(value)) return 'array'
  if (isObject(value)) return 'object'
  if (typeof value === 'boolean') return 'bool'
  return typeof value === 'string' ? 'string' : 'number'
}
