import type { Clock, Random } from '@reeve/ground'

/** An event in the form of CloudEvents 1.0. Further attributes are lower-case words with plain values. */
export interface CloudEvent<Data = unknown> {
  readonly specversion: '1.0'
  readonly id: string
  readonly type: string
  readonly source: string
  readonly time: string
  readonly datacontenttype: 'application/json'
  readonly data: Data
  readonly subject?: string
  /** The resource that it is about. */
  readonly resourcekind?: string
  readonly resourceuid?: string
  readonly action?: string
  readonly conditiontype?: string
  readonly conditionstatus?: string
  /** The controller whose reconciler told it; such an event does not wake that controller for the same resource. */
  readonly reconciledby?: string
}

/** What a new event takes its id and time from. */
export interface EventMaker {
  readonly clock: Clock
  readonly random: Random
}

/** `evt-` and twelve hex digits. */
export function eventId(random: Random): string {
  return `evt-${Buffer.from(random.bytes(6)).toString('hex')}`
}
