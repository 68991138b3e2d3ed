import { messageOf, type Random } from '@reeve/ground'
import { readAnswer } from '../admission/read-answer.ts'
import type { WebhookClient } from '../admission/webhook-client.ts'
import { isList, isObject, type JsonObject, type JsonValue } from '../json/json-value.ts'
import { quote } from '../json/quote.ts'
import type { ApiObject } from '../resources/api-object.ts'
import { newUid } from '../verbs/generate-name.ts'
import { checkConverted } from './check-converted.ts'
import { conversionError } from './conversion-error.ts'
import type { Converter } from './converter.ts'

export interface ConversionWebhookOptions {
  /** `spec.conversion.webhook` of the definition: clientConfig and conversionReviewVersions. */
  readonly webhook: JsonObject
  readonly client: WebhookClient
  readonly random: Random
  /** Ends calls that are under way. */
  readonly signal?: AbortSignal
}

const REVIEW = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'ConversionReview' } as const
/** Sent along, as the real server does. */
const EMPTY: JsonObject = { uid: '', convertedObjects: null, result: { metadata: {} } }
const TIMEOUT_SECONDS = 30
const NEVER = new AbortController().signal

/** Has objects converted by the webhook of their definition: all that need it in one call. Throws an ApiError 500. */
export class ConversionWebhook implements Converter {
  readonly #options: ConversionWebhookOptions

  constructor(options: ConversionWebhookOptions) {
    this.#options = options
  }

  async convert(objects: readonly ApiObject[], apiVersion: string): Promise<readonly ApiObject[]> {
    const waiting = objects.filter((object) => object.apiVersion !== apiVersion)
    const [first] = waiting
    if (first === undefined) return objects
    const many = objects.length > 1
    const about = kindText(first, many)
    const converted = await this.#ask(waiting, apiVersion, about)
    if (converted.length !== waiting.length) {
      const why = `returned ${converted.length} objects, expected ${waiting.length}`
      throw conversionError(`conversion webhook for ${about} ${why}`)
    }
    const done = waiting.map((original, at) =>
      checkConverted({
        original,
        converted: converted[at] ?? null,
        apiVersion,
        about,
        index: many ? at : undefined,
      }),
    )
    let next = 0
    return objects.map((object) => (object.apiVersion === apiVersion ? object : (done[next++] ?? object)))
  }

  async #ask(
    objects: readonly ApiObject[],
    apiVersion: string,
    about: string,
  ): Promise<readonly JsonValue[]> {
    const { webhook, client, random, signal = NEVER } = this.#options
    const versions = isList(webhook.conversionReviewVersions) ? webhook.conversionReviewVersions : []
    if (!versions.includes('v1')) throw conversionError('no supported conversion review versions')
    const uid = newUid(random)
    const request = { uid, desiredAPIVersion: apiVersion, objects }
    const clientConfig = isObject(webhook.clientConfig) ? webhook.clientConfig : {}
    const body = { kind: REVIEW.kind, apiVersion: REVIEW.apiVersion, request, response: EMPTY }
    const call = { clientConfig, body, timeoutSeconds: TIMEOUT_SECONDS, signal }
    try {
      const review = readAnswer(await client.post(call), REVIEW)
      if (typeof review === 'string') throw conversionError(review)
      return convertedIn(review, uid)
    } catch (cause) {
      throw conversionError(`conversion webhook for ${about} failed: ${messageOf(cause)}`, cause)
    }
  }
}

function convertedIn({ kind, response }: JsonObject, uid: string): readonly JsonValue[] {
  if (kind !== REVIEW.kind) {
    throw conversionError(
      'expected webhook response of apiextensions.k8s.io/v1, Kind=ConversionReview, got /, Kind=',
    )
  }
  if (!isObject(response)) throw conversionError('no response provided')
  const given = typeof response.uid === 'string' ? response.uid : ''
  if (given !== uid) throw conversionError(`expected response.uid=${quote(uid)}, got ${quote(given)}`)
  const result = isObject(response.result) ? response.result : {}
  if (result.status !== 'Success') {
    const { message, status = '' } = result
    const words = typeof message === 'string' && message !== '' ? message : undefined
    throw conversionError(words ?? `response.result.status was '${String(status)}', not 'Success'`)
  }
  return isList(response.convertedObjects) ? response.convertedObjects : []
}

/** `example.com/v1, Kind=Widget`; of several, the kind of their list. */
function kindText({ apiVersion, kind }: ApiObject, many: boolean): string {
  return `${apiVersion.includes('/') ? apiVersion : `/${apiVersion}`}, Kind=${kind}${many ? 'List' : ''}`
}
