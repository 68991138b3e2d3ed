import type { CloudEvent } from '../bus/cloud-event.ts'
import { type ResourceEventOptions, resourceEvent } from '../bus/resource-events.ts'

/** An event about a resource, made as Fabrica makes it: type, kind, uid, data. */
export function newResourceEvent<Data>(
  ...[type, kind, uid, data, options = {}]: readonly [
    type: string,
    kind: string,
    uid: string,
    data: Data,
    options?: ResourceEventOptions,
  ]
): CloudEvent<Data> {
  return resourceEvent(type, { kind, uid, data }, options)
}
