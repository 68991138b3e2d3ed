import { messageOf, type Random } from '@reeve/ground'
import { formatJson } from '../json/format-json.ts'
import { isSame, type JsonValue } from '../json/json-value.ts'
import { quote } from '../json/quote.ts'
import type { ApiObject } from '../resources/api-object.ts'
import { apiVersionOf, type Resource } from '../resources/resource.ts'
import { ApiError } from '../status/api-error.ts'
import type { Admitting } from './admission.ts'
import type { AdmissionResponse } from './admission-response.ts'
import { applyHookPatch, readHookPatch } from './apply-hook-patch.ts'
import { callHook, HookFailure, hookRefusal } from './call-hook.ts'
import type { Hook } from './hook.ts'
import { internalError } from './internal-error.ts'
import { patchedKind } from './patched-kind.ts'
import type { ConvertObject, VersionedAsk } from './versioned-ask.ts'
import type { WebhookClient } from './webhook-client.ts'

export interface MutatingRunOptions {
  readonly match: (hook: Hook, ask: Admitting) => Promise<VersionedAsk | undefined>
  readonly convert: ConvertObject
  readonly client: WebhookClient
  readonly random: Random
  readonly decode?: (object: ApiObject, resource: Resource) => ApiObject
  readonly audit?: (ask: Admitting, key: string, value: string) => void
}

const PREFIX = 'mutation.webhook.admission.k8s.io/'

/** One request on its way through all mutating webhooks: each sees what the one before it has made. */
export class MutatingRun {
  readonly warnings: string[] = []
  readonly #hooks: readonly Hook[]
  readonly #options: MutatingRunOptions
  #ask: Admitting
  #changed = false
  /** Called already, to be called again if a later one changes something. */
  readonly #called = new Set<string>()
  readonly #again = new Set<string>()

  constructor(ask: Admitting, hooks: readonly Hook[], options: MutatingRunOptions) {
    this.#ask = ask
    this.#hooks = hooks
    this.#options = options
  }

  /** What comes out. Throws an ApiError where a webhook refuses. */
  async object(): Promise<ApiObject | undefined> {
    await this.#round(0)
    if (this.#changed) await this.#round(1)
    return this.#ask.object
  }

  async #round(round: 0 | 1): Promise<void> {
    for (const [at, hook] of this.#hooks.entries()) {
      const wanted = round === 0 || this.#again.has(hook.id)
      const asked = wanted ? await this.#options.match(hook, this.#ask) : undefined
      if (asked !== undefined) await this.#call(hook, asked, `round_${round}_index_${at}`)
    }
  }

  async #call(hook: Hook, asked: VersionedAsk, place: string): Promise<void> {
    const { audit } = this.#options
    let changed = false
    try {
      const response = await callHook(hook, asked, { ...this.#options, mutating: true })
      changed = await this.#take(hook, asked, response)
      if (changed) this.#remember()
      const steps = changed ? readHookPatch(response.patch) : undefined
      if (typeof steps === 'object') this.#auditPatch(hook, place, steps)
    } catch (error) {
      if (!(error instanceof HookFailure)) throw error
      if (!hook.ignoresFailure) throw internalError(error.message, error)
      audit?.(this.#ask, `failed-open.${PREFIX}${place}`, hook.name)
      if (this.#ask.signal.aborted) throw timedOut()
    } finally {
      if (hook.reinvoked) this.#called.add(hook.id)
      const { configuration, name } = hook
      audit?.(this.#ask, `${PREFIX}${place}`, formatJson({ configuration, webhook: name, mutated: changed }))
    }
  }

  #auditPatch({ configuration, name }: Hook, place: string, patch: readonly JsonValue[]): void {
    const value = formatJson({ configuration, webhook: name, patch, patchType: 'JSONPatch' })
    this.#options.audit?.(this.#ask, `patch.webhook.admission.k8s.io/${place}`, value)
  }

  /** Something is different now: whoever asked to be called again and has been called is to be. */
  #remember(): void {
    this.#changed = true
    for (const id of this.#called) this.#again.add(id)
    this.#called.clear()
  }

  /** Whether the response has changed the object. */
  async #take(hook: Hook, asked: VersionedAsk, response: AdmissionResponse): Promise<boolean> {
    for (const [key, value] of Object.entries(response.auditAnnotations)) {
      this.#options.audit?.(this.#ask, `${hook.name}/${key}`, value)
    }
    this.warnings.push(...response.warnings)
    if (!response.allowed) throw hookRefusal(hook, response)
    if (response.patch === '') return false
    const steps = readHookPatch(response.patch)
    if (typeof steps === 'string') {
      throw new HookFailure(hook, `received undecodable patch in webhook response: ${steps}`)
    }
    if (steps.length === 0) return false
    if (asked.object === undefined) {
      const why = 'attempted to modify the object, which is not supported for this operation'
      throw internalError(`admission webhook ${quote(hook.name)} ${why}`)
    }
    if (response.patchType !== 'JSONPatch') {
      throw new HookFailure(hook, `unsupported patch type ${quote(response.patchType)}`)
    }
    const object = this.#patched(asked.object, steps, asked.resource)
    const changed = !isSame(asked.object, object)
    if (changed) this.#ask = { ...this.#ask, object: await this.#inOwnVersion(object) }
    return changed
  }

  #patched(object: ApiObject, steps: readonly JsonValue[], resource: Resource): ApiObject {
    const patched = applyHookPatch(object, steps)
    if (typeof patched === 'string') throw internalError(patched)
    const whole = patchedKind(object, patched, resource)
    try {
      return this.#options.decode?.(whole, resource) ?? whole
    } catch (cause) {
      throw internalError(messageOf(cause), cause)
    }
  }

  async #inOwnVersion(object: ApiObject): Promise<ApiObject> {
    const { resource, object: before } = this.#ask
    if (object.apiVersion === before?.apiVersion || before?.apiVersion !== apiVersionOf(resource))
      return object
    return this.#options.convert(object, resource)
  }
}

function timedOut(): ApiError {
  const why = 'request did not complete within requested timeout'
  return new ApiError(`Timeout: ${why}`, { code: 504, reason: 'Timeout', details: {} })
}
