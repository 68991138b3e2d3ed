import { isObject, type JsonValue } from '../../json/json-value.ts'
import { settleStatus } from '../../kinds/update/settle-status.ts'
import type { Strategy } from '../../resources/resource.ts'
import { withEphemeralContainers } from './ephemeral-containers.ts'

const POD = { group: '', version: 'v1', kind: 'Pod' }

const DEFAULT_GRACE = 30
const OVER = new Set<JsonValue | undefined>(['Succeeded', 'Failed'])

/** A pod is written through more paths than its own and its status. */
export const podStrategy: Strategy = {
  // A pod that runs somewhere is given time to end; only whoever runs it says that it has.
  graceSeconds: ({ spec, status }, asked) => {
    const { nodeName = '', terminationGracePeriodSeconds: own } = isObject(spec) ? spec : {}
    if (nodeName === '' || OVER.has(isObject(status) ? status.phase : undefined)) return 0
    return asked ?? (typeof own === 'number' ? own : DEFAULT_GRACE)
  },
  prepareSubresource: (pod, old, subresource) =>
    subresource === 'ephemeralcontainers' ? withEphemeralContainers(pod, old) : settleStatus(pod, old, POD),
}
