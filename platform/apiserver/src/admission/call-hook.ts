import { type Random, ReeveError } from '@reeve/ground'
import { isObject, type JsonObject } from '../json/json-value.ts'
import { quote } from '../json/quote.ts'
import { ApiError, type StatusDetails } from '../status/api-error.ts'
import { badRequest } from '../status/api-errors.ts'
import { newUid } from '../verbs/generate-name.ts'
import { ADMISSION_REVIEW, type AdmissionResponse, admissionResponse } from './admission-response.ts'
import { admissionReview } from './admission-review.ts'
import type { Hook } from './hook.ts'
import { readAnswer } from './read-answer.ts'
import type { VersionedAsk } from './versioned-ask.ts'
import { type WebhookAnswer, WebhookCallError, type WebhookClient } from './webhook-client.ts'

/** A webhook that could not be asked, or whose answer is of no use; its failure policy says what then. */
export class HookFailure extends ReeveError {
  readonly code = 'HOOK_FAILED'

  constructor(hook: Hook, reason: string, cause?: unknown) {
    super(`failed calling webhook ${quote(hook.name)}: ${reason}`, { cause, retryable: true })
  }
}

export interface HookCallOptions {
  readonly client: WebhookClient
  readonly random: Random
  readonly mutating: boolean
}

/** Asks one webhook. Throws a HookFailure, or an ApiError where a dry run would have effects. */
export async function callHook(
  hook: Hook,
  asked: VersionedAsk,
  { client, random, mutating }: HookCallOptions,
): Promise<AdmissionResponse> {
  if (asked.ask.dryRun) checkDryRun(hook)
  if (!hook.speaksV1) {
    const why = 'webhook does not accept known AdmissionReview versions (v1)'
    throw new HookFailure(hook, `could not create admission objects: ${why}`)
  }
  const uid = newUid(random)
  const answer = await post(hook, client, { body: admissionReview(asked, uid), signal: asked.ask.signal })
  const review = readAnswer(answer, ADMISSION_REVIEW)
  if (typeof review === 'string') throw new HookFailure(hook, `failed to call webhook: ${review}`)
  const response = admissionResponse(review, { uid, mutating })
  if ('allowed' in response) return response
  const at = response.at === 'call' ? 'failed to call webhook' : 'received invalid webhook response'
  throw new HookFailure(hook, `${at}: ${response.why}`)
}

async function post(
  hook: Hook,
  client: WebhookClient,
  sending: { readonly body: JsonObject; readonly signal: AbortSignal },
): Promise<WebhookAnswer> {
  const { clientConfig, timeoutSeconds } = hook
  try {
    return await client.post({ clientConfig, timeoutSeconds, ...sending })
  } catch (cause) {
    if (!(cause instanceof WebhookCallError)) throw cause
    const at = cause.at === 'client' ? 'could not get REST client' : 'failed to call webhook'
    throw new HookFailure(hook, `${at}: ${cause.message}`, cause)
  }
}

function checkDryRun(hook: Hook): void {
  if (hook.sideEffects === undefined) throw new HookFailure(hook, 'Webhook SideEffects is nil')
  if (hook.sideEffects === 'None' || hook.sideEffects === 'NoneOnDryRun') return
  throw badRequest(`admission webhook ${quote(hook.name)} does not support dry run`)
}

/** The refusal that a webhook has answered with: its code and reason, its words after ours. */
export function hookRefusal(hook: Hook, { status }: AdmissionResponse): ApiError {
  const { message = '', reason = '', code = 0, details } = status ?? {}
  const denied = `admission webhook ${quote(hook.name)} denied the request`
  const words = message !== '' ? message : reason
  return new ApiError(words === '' ? `${denied} without explanation` : `${denied}: ${String(words)}`, {
    code: typeof code === 'number' && code >= 400 ? code : 400,
    ...(typeof reason === 'string' && reason !== '' && { reason }),
    ...(isObject(details) && { details: details as StatusDetails }),
  })
}
