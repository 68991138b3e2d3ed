import { realClock, realRandom } from '@reeve/ground'
import type { Condition, ConditionStatus } from '../status/condition.ts'
import { type CloudEvent, type EventMaker, eventId } from './cloud-event.ts'

export interface ResourceEventOptions extends Partial<EventMaker> {
  /** Who tells it, as a URI reference. Default: `fabrica-api`. */
  readonly source?: string
  /** The controller whose reconciler tells it, if one does. */
  readonly reconciledBy?: string
}

/** The resource that an event is about. */
export interface EventSubject {
  readonly kind: string
  readonly uid: string
  readonly name?: string
}

/** An event about a resource, under exactly the type that is given. */
export function resourceEvent<Data>(
  type: string,
  { data, ...about }: EventSubject & { readonly data: Data },
  options: ResourceEventOptions = {},
): CloudEvent<Data> {
  const { clock = realClock, random = realRandom, source = 'fabrica-api', reconciledBy } = options
  return {
    specversion: '1.0',
    id: eventId(random),
    type,
    source: `${source}/resources/${about.kind}/${about.uid}`,
    time: new Date(clock.now()).toISOString(),
    datacontenttype: 'application/json',
    resourcekind: about.kind,
    resourceuid: about.uid,
    ...(reconciledBy !== undefined && { reconciledby: reconciledBy }),
    data,
  }
}

export type LifecycleAction = 'created' | 'updated' | 'patched' | 'deleted'

export interface LifecycleData {
  readonly action: LifecycleAction
  readonly resourceKind: string
  readonly resourceUID: string
  readonly resourceName?: string
  readonly changeTime: string
  readonly metadata?: Readonly<Record<string, unknown>>
  readonly resource?: unknown
}

export interface LifecycleEventOptions extends ResourceEventOptions {
  /** What types begin with. Default: `io.fabrica`. */
  readonly prefix?: string
  readonly resource?: unknown
  /** Further facts; a status update says `updateType: 'status'`. */
  readonly metadata?: Readonly<Record<string, unknown>>
}

/** `<prefix>.<kind>.created` and its like. */
export function lifecycleEvent(
  action: LifecycleAction,
  about: EventSubject,
  options: LifecycleEventOptions = {},
): CloudEvent<LifecycleData> {
  const { prefix = 'io.fabrica', resource, metadata, clock = realClock } = options
  const data: LifecycleData = {
    action,
    resourceKind: about.kind,
    resourceUID: about.uid,
    ...(about.name !== undefined && { resourceName: about.name }),
    changeTime: new Date(clock.now()).toISOString(),
    ...(metadata !== undefined && { metadata }),
    ...(resource !== undefined && { resource }),
  }
  return {
    ...resourceEvent(`${prefix}.${about.kind.toLowerCase()}.${action}`, { ...about, data }, options),
    action,
  }
}

export interface ConditionData {
  readonly conditionType: string
  readonly status: ConditionStatus
  readonly previousStatus: ConditionStatus
  readonly reason: string
  readonly message: string
  readonly transitionTime: string
  readonly resourceKind: string
  readonly resourceUID: string
}

export interface ConditionEventOptions extends ResourceEventOptions {
  /** What types begin with. Default: `io.fabrica.condition`. */
  readonly conditionPrefix?: string
}

/** `<prefix>.<type>`, if the status of a condition changed; nothing otherwise. */
export function conditionEvent(
  about: EventSubject,
  { before, after }: { readonly before: Condition | undefined; readonly after: Condition },
  options: ConditionEventOptions = {},
): CloudEvent<ConditionData> | undefined {
  if (before?.status === after.status) return undefined
  const type = `${options.conditionPrefix ?? 'io.fabrica.condition'}.${after.type.toLowerCase()}`
  const data: ConditionData = {
    conditionType: after.type,
    status: after.status,
    previousStatus: before?.status ?? 'Unknown',
    reason: after.reason,
    message: after.message,
    transitionTime: after.lastTransitionTime,
    resourceKind: about.kind,
    resourceUID: about.uid,
  }
  const event = resourceEvent(type, { ...about, data }, options)
  return {
    ...event,
    source: `${event.source}/conditions/${after.type}`,
    conditiontype: after.type,
    conditionstatus: after.status,
  }
}
