import { type Clock, type Logger, messageOf, sleep } from '@reeve/ground'
import { isObject } from '../../json/json-value.ts'
import type { ApiObject } from '../../resources/api-object.ts'
import type { Resource } from '../../resources/resource.ts'
import { decodeObject } from '../../storage/object-codec.ts'
import type { ObjectStore } from '../../storage/object-store.ts'
import type { ServedKinds } from './type-check-policy.ts'

export interface PolicyStatusOptions {
  readonly store: ObjectStore
  /** ValidatingAdmissionPolicies. */
  readonly policies: Resource
  readonly kinds: ServedKinds
  /** Writes a policy's status; whoever has changed the policy since wins. */
  readonly writeStatus: (resource: Resource, policy: ApiObject) => Promise<void>
  readonly clock: Clock
  readonly logger: Logger
}

/** How long to wait before looking again after something has gone wrong. */
const AGAIN_MS = 500

/** Says in the status of policies whether their expressions fit the kinds that they are for. */
export class PolicyStatusController {
  readonly #options: PolicyStatusOptions
  readonly #stop = new AbortController()
  #running: Promise<void> = Promise.resolve()

  constructor(options: PolicyStatusOptions) {
    this.#options = options
  }

  async start(): Promise<void> {
    this.#running = this.#follow()
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    await this.#running
  }

  async #follow(): Promise<void> {
    const { store, policies, clock, logger } = this.#options
    const { signal } = this.#stop
    while (!signal.aborted) {
      try {
        const { objects, revision } = await store.list(policies, { namespace: '' })
        for (const policy of objects) await this.#look(policy)
        for await (const batch of store.watch(policies, '', { from: revision + 1, signal })) {
          for (const event of batch.events) {
            if (event.type === 'put') await this.#look(decodeObject(event.entry, batch.revision))
          }
        }
      } catch (error) {
        if (signal.aborted) return
        logger.warn('cannot check types of policies', { reason: messageOf(error) })
        await sleep(clock, AGAIN_MS, signal).catch(() => {})
      }
    }
  }

  async #look(policy: ApiObject): Promise<void> {
    const { policies, kinds, writeStatus } = this.#options
    const { generation = 0 } = policy.metadata
    const status = isObject(policy.status) ? policy.status : {}
    if (typeof status.observedGeneration === 'number' && status.observedGeneration >= generation) return
    // The language of expressions is loaded for the first policy: most servers never have one.
    const { typeCheckPolicy } = await import('./type-check-policy.ts')
    const warnings = typeCheckPolicy(policy, kinds)
    const typeChecking = warnings.length === 0 ? {} : { expressionWarnings: warnings }
    await writeStatus(policies, {
      ...policy,
      status: { ...status, observedGeneration: generation, typeChecking },
    })
  }
}
