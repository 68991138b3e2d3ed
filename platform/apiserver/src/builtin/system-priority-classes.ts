import type { JsonObject } from '../json/json-value.ts'

const priorityClass = (name: string, value: number, description: string): JsonObject => ({
  apiVersion: 'scheduling.k8s.io/v1',
  kind: 'PriorityClass',
  metadata: { name },
  value,
  description,
})

/** The priority classes that every cluster has from its start. */
export const SYSTEM_PRIORITY_CLASSES: readonly JsonObject[] = [
  priorityClass(
    'system-node-critical',
    2_000_001_000,
    'Used for system critical pods that must not be moved from their current node.',
  ),
  priorityClass(
    'system-cluster-critical',
    2_000_000_000,
    'Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.',
  ),
]

/** Whether a priority class is one of those that nobody may take away. */
export function isSystemPriorityClass(name: string): boolean {
  return name === 'system-node-critical' || name === 'system-cluster-critical'
}
