import { settleStatus } from '../../kinds/update/settle-status.ts'
import type { Strategy } from '../../resources/resource.ts'
import { withEphemeralContainers } from './ephemeral-containers.ts'

const POD = { group: '', version: 'v1', kind: 'Pod' }

/** A pod is written through more paths than its own and its status. */
export const podStrategy: Strategy = {
  prepareSubresource: (pod, old, subresource) =>
    subresource === 'ephemeralcontainers' ? withEphemeralContainers(pod, old) : settleStatus(pod, old, POD),
}
