import { isList, isObject, type JsonObject } from '../json/json-value.ts'
import type { ApiObject } from '../resources/api-object.ts'
import { MatchConditions } from './match-conditions.ts'
import { criteriaOf, type MatchCriteria } from './request-matcher.ts'

/** One webhook of a configuration, read once. */
export interface Hook {
  /** Names it among all webhooks, also while its configuration changes. */
  readonly id: string
  readonly configuration: string
  readonly name: string
  readonly criteria: MatchCriteria
  readonly conditions: MatchConditions
  readonly clientConfig: JsonObject
  readonly timeoutSeconds: number
  /** Whether a webhook that cannot be asked has no objections. */
  readonly ignoresFailure: boolean
  readonly reinvoked: boolean
  /** `None` and `NoneOnDryRun` allow dry runs. */
  readonly sideEffects: string | undefined
  readonly speaksV1: boolean
}

/** Where configurations come from: all that there are, and a number that changes with them. FollowedObjects is one. */
export interface ConfigurationSource {
  readonly edition: number
  all(): Iterable<ApiObject>
}

/** The webhooks of all configurations in the order in which they are called: by configuration name, then as listed. */
export class HookList {
  readonly #source: ConfigurationSource
  readonly #read = new WeakMap<ApiObject, readonly Hook[]>()
  #edition: number | undefined
  #hooks: readonly Hook[] = []

  constructor(source: ConfigurationSource) {
    this.#source = source
  }

  get hooks(): readonly Hook[] {
    if (this.#edition !== this.#source.edition) {
      const sorted = [...this.#source.all()].sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1))
      this.#hooks = sorted.flatMap((configuration) => this.#hooksOf(configuration))
      this.#edition = this.#source.edition
    }
    return this.#hooks
  }

  #hooksOf(configuration: ApiObject): readonly Hook[] {
    const known = this.#read.get(configuration)
    if (known !== undefined) return known
    const { webhooks } = configuration
    const hooks = (isList(webhooks) ? webhooks.filter(isObject) : []).map((webhook, at) =>
      hookOf(configuration.metadata.name, webhook, at),
    )
    this.#read.set(configuration, hooks)
    return hooks
  }
}

const DECLARED = { params: false, authorizer: true }
const TIMEOUT_SECONDS = 10

function hookOf(configuration: string, webhook: JsonObject, at: number): Hook {
  const { name, clientConfig, timeoutSeconds, failurePolicy, sideEffects } = webhook
  const versions = isList(webhook.admissionReviewVersions) ? webhook.admissionReviewVersions : []
  return {
    id: `${configuration}/${String(name)}/${at}`,
    configuration,
    name: String(name),
    criteria: criteriaOf(webhook, { rules: webhook.rules }),
    conditions: new MatchConditions(webhook.matchConditions, { declared: DECLARED, failurePolicy }),
    clientConfig: isObject(clientConfig) ? clientConfig : {},
    timeoutSeconds: typeof timeoutSeconds === 'number' ? timeoutSeconds : TIMEOUT_SECONDS,
    ignoresFailure: failurePolicy === 'Ignore',
    reinvoked: webhook.reinvocationPolicy === 'IfNeeded',
    sideEffects: typeof sideEffects === 'string' ? sideEffects : undefined,
    speaksV1: versions.includes('v1'),
  }
}
