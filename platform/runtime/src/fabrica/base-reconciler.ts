import { type Clock, type Logger, type Random, realClock, realRandom, silentLogger } from '@reeve/ground'
import { ownMark } from '../bus/bus-source.ts'
import type { EventBus } from '../bus/event-bus.ts'
import { resourceEvent } from '../bus/resource-events.ts'
import { OptionError } from '../errors.ts'
import { type Condition, type ConditionStatus, setCondition } from '../status/condition.ts'
import type { ResourceClient } from './client.ts'
import type { Context, ReconcileScope } from './context.ts'
import type { Reconciler } from './reconciler.ts'
import type { Resource } from './resource.ts'
import type { Result } from './result.ts'
import { NotFoundError } from './storage.ts'

export interface BaseReconcilerParts {
  readonly eventBus: EventBus
  readonly logger?: Logger
  /** Default: one on the storage of the controller that it is registered with. */
  readonly client?: ResourceClient
  readonly clock?: Clock
  readonly random?: Random
}

/** What most reconcilers need: status, events, conditions, a client. */
export abstract class BaseReconciler<R extends Resource = Resource> implements Reconciler<R> {
  readonly eventBus: EventBus
  readonly logger: Logger
  readonly #clock: Clock
  readonly #random: Random
  #client: ResourceClient | undefined

  constructor(parts: BaseReconcilerParts) {
    this.eventBus = parts.eventBus
    this.logger = parts.logger ?? silentLogger
    this.#client = parts.client
    this.#clock = parts.clock ?? realClock
    this.#random = parts.random ?? realRandom
  }

  abstract getResourceKind(): string
  // biome-ignore lint/suspicious/noConfusingVoidType: a reconciler that answers nothing is done.
  abstract reconcile(ctx: ReconcileScope, resource: R): Promise<Result | void>

  get client(): ResourceClient {
    if (this.#client !== undefined) return this.#client
    throw new OptionError(`cannot use the client of the ${this.getResourceKind()} reconciler: it has none`, {
      hint: 'register the reconciler with a controller, or give it a client',
    })
  }

  /** Called by the controller at registration; a client that was given stays. */
  attach(client: ResourceClient): void {
    this.#client ??= client
  }

  /** Writes the status alone, so that what users did to the spec meanwhile survives. Nothing is written if the resource is gone. */
  async updateStatus(ctx: Context, resource: R): Promise<void> {
    try {
      await this.client.updateStatus(ctx, resource)
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error
    }
  }

  /** Tells that something happened to a resource. Does not wake the reconcile that it is told from. */
  async emitEvent(ctx: Context | ReconcileScope, type: string, resource: R): Promise<void> {
    const { kind, uid } = resource
    const marked =
      'subject' in ctx
        ? {
            reconciledBy: ownMark(ctx.controller, {
              resourcekind: ctx.subject.kind,
              resourceuid: ctx.subject.uid,
            }),
          }
        : {}
    const made = { clock: this.#clock, random: this.#random, ...marked }
    await this.eventBus.publish(resourceEvent(type, { kind, uid, data: structuredClone(resource) }, made))
    this.logger.info('emitted event', { type, kind, uid })
  }

  /** Sets a condition in the status of a resource; its time moves only when its status changes. Answers whether anything changed. */
  setCondition(
    resource: R,
    ...[type, status, reason, message]: [
      type: string,
      status: ConditionStatus,
      reason: string,
      message: string,
    ]
  ): boolean {
    const held = (resource.status ?? {}) as { readonly conditions?: readonly Condition[] }
    const before = held.conditions ?? []
    const conditions = setCondition(before, { type, status, reason, message, now: this.#clock.now() })
    resource.status = { ...held, conditions } as R['status']
    return conditions !== before
  }
}
