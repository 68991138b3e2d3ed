import type { Random } from '@reeve/ground'
import type { ApiObject } from '../resources/api-object.ts'
import type { Resource } from '../resources/resource.ts'
import { ApiError } from '../status/api-error.ts'
import { forbidden } from '../status/api-errors.ts'
import type { Admission, Admitted, Admitting } from './admission.ts'
import { askedKind, isExempt } from './asked-kind.ts'
import { callHook, HookFailure, hookRefusal } from './call-hook.ts'
import { type ConfigurationSource, type Hook, HookList } from './hook.ts'
import { internalError } from './internal-error.ts'
import { type AuthorizerValues, requestValues } from './match-conditions.ts'
import { MutatingRun } from './mutating-run.ts'
import { withWarnings } from './refusal.ts'
import type { RequestMatcher } from './request-matcher.ts'
import { type ConvertObject, type VersionedAsk, versionedAsk } from './versioned-ask.ts'
import type { WebhookClient } from './webhook-client.ts'

export interface WebhookAdmissionOptions {
  /** MutatingWebhookConfigurations. */
  readonly mutating: ConfigurationSource
  /** ValidatingWebhookConfigurations. */
  readonly validating: ConfigurationSource
  readonly matcher: RequestMatcher
  readonly convert: ConvertObject
  readonly client: WebhookClient
  readonly random: Random
  /** What `authorizer` is in match conditions. */
  readonly authorizer?: AuthorizerValues
  /** Reads an object that a webhook has patched, defaults included. Throws an Error that says what it cannot be. */
  readonly decode?: (object: ApiObject, resource: Resource) => ApiObject
  /** Hears what is to be noted beside the request. */
  readonly audit?: (ask: Admitting, key: string, value: string) => void
}

/** Asks the webhooks of mutating and validating configurations. */
export class WebhookAdmission implements Admission {
  readonly #options: WebhookAdmissionOptions
  readonly #mutating: HookList
  readonly #validating: HookList

  constructor(options: WebhookAdmissionOptions) {
    this.#options = options
    this.#mutating = new HookList(options.mutating)
    this.#validating = new HookList(options.validating)
  }

  async mutate(ask: Admitting): Promise<Admitted<ApiObject | undefined>> {
    const { hooks } = this.#mutating
    if (hooks.length === 0 || isExempt(askedKind(ask.resource, ask.subresource))) {
      return { object: ask.object, warnings: [] }
    }
    const run = new MutatingRun(ask, hooks, {
      ...this.#options,
      match: (hook, now) => this.#match(hook, now),
    })
    try {
      return { object: await run.object(), warnings: run.warnings }
    } catch (error) {
      throw withWarnings(error, run.warnings)
    }
  }

  async validate(ask: Admitting): Promise<Admitted<undefined>> {
    const { hooks } = this.#validating
    if (hooks.length === 0 || isExempt(askedKind(ask.resource, ask.subresource))) {
      return { object: undefined, warnings: [] }
    }
    const calls: (() => Promise<Heard>)[] = []
    for (const hook of hooks) {
      const asked = await this.#match(hook, ask)
      const at = calls.length
      if (asked !== undefined) calls.push(() => this.#ask(hook, asked, at))
    }
    const heard = await Promise.all(calls.map((call) => call()))
    const warnings = heard.flatMap((one) => one.warnings)
    const refused = heard.find(({ refusal }) => refusal !== undefined)
    if (refused !== undefined) throw withWarnings(refused.refusal, warnings)
    return { object: undefined, warnings }
  }

  /** The request as the webhook wants to see it; undefined if it does not. */
  async #match(hook: Hook, ask: Admitting): Promise<VersionedAsk | undefined> {
    const { matcher, convert, authorizer } = this.#options
    const resource = await matcher.match(ask, hook.criteria)
    if (resource === undefined) return undefined
    const asked = await inVersion(ask, resource, convert)
    if (hook.conditions.isEmpty) return asked
    const outcome = hook.conditions.match(requestValues(asked, authorizer))
    if (outcome.is === 'match') return asked
    if (outcome.is === 'skip') return undefined
    throw forbidden({ group: ask.resource.group, kind: ask.resource.resource, name: ask.name }, outcome.why)
  }

  async #ask(hook: Hook, asked: VersionedAsk, at: number): Promise<Heard> {
    const { audit } = this.#options
    try {
      const response = await callHook(hook, asked, { ...this.#options, mutating: false })
      for (const [key, value] of Object.entries(response.auditAnnotations)) {
        audit?.(asked.ask, `${hook.name}/${key}`, value)
      }
      const refusal = response.allowed ? undefined : hookRefusal(hook, response)
      return { warnings: response.warnings, refusal }
    } catch (error) {
      if (error instanceof ApiError) return { warnings: [], refusal: error }
      if (!(error instanceof HookFailure)) throw error
      if (!hook.ignoresFailure) return { warnings: [], refusal: internalError(error.message, error) }
      audit?.(asked.ask, `failed-open.validating.webhook.admission.k8s.io/round_0_index_${at}`, hook.name)
      return { warnings: [], refusal: undefined }
    }
  }
}

interface Heard {
  readonly warnings: readonly string[]
  readonly refusal: ApiError | undefined
}

async function inVersion(ask: Admitting, resource: Resource, convert: ConvertObject): Promise<VersionedAsk> {
  try {
    return await versionedAsk(ask, resource, convert)
  } catch (cause) {
    throw internalError(cause instanceof Error ? cause.message : String(cause), cause)
  }
}
