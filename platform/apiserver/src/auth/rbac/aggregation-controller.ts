import type { Clock, Logger } from '@reeve/ground'
import type { ApiObject } from '../../resources/api-object.ts'
import type { Resource } from '../../resources/resource.ts'
import { followChanges } from '../../storage/follow-changes.ts'
import type { ObjectStore } from '../../storage/object-store.ts'
import { staleAggregations } from './aggregated-rules.ts'

export interface AggregationControllerOptions {
  readonly store: Pick<ObjectStore, 'list' | 'watch'>
  /** Of ClusterRoles. */
  readonly resource: Resource
  /** Applies `rules` by force as `clusterrole-aggregation-controller`. */
  readonly apply: (role: ApiObject) => Promise<void>
  readonly clock: Clock
  readonly logger: Logger
}

/** Keeps ClusterRoles that gather their rules from others up to date. */
export class AggregationController {
  readonly #options: AggregationControllerOptions
  readonly #stop = new AbortController()
  #running: Promise<void> = Promise.resolve()
  #lookedAt = 0

  constructor(options: AggregationControllerOptions) {
    this.#options = options
  }

  async start(): Promise<void> {
    const lookAtAll = (): Promise<number> => this.#look()
    const first = await lookAtAll()
    this.#running = followChanges(first, {
      ...this.#options,
      signal: this.#stop.signal,
      lookAtAll,
      take: async ({ revision }) => {
        // Looked at already, with what came before it.
        if (revision > this.#lookedAt) await lookAtAll()
      },
    })
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    await this.#running
  }

  /** The revision that was looked at; what is applied comes back as a change. */
  async #look(): Promise<number> {
    const { store, resource, apply } = this.#options
    const { objects, revision } = await store.list(resource, { namespace: '' })
    for (const role of staleAggregations(objects)) await apply(role)
    this.#lookedAt = revision
    return revision
  }
}
