import type { JsonObject, JsonValue } from '../../json/json-value.ts'
import { type Cells, filled, NONE, sinceTime } from './cell.ts'
import { podState } from './pod-state.ts'
import { filledAt, isCondition, listAt, textAt } from './read-field.ts'

const COMPLETED: Readonly<Record<string, string>> = {
  Succeeded: 'The pod has completed successfully.',
  Failed: 'The pod failed.',
}

export const POD_CELLS: Cells = {
  Ready: (pod) => {
    const { ready, total } = podState(pod)
    return `${ready}/${total}`
  },
  Status: (pod) => podState(pod).reason,
  Restarts: (pod, now) => {
    const { restarts, lastRestart } = podState(pod)
    const ago = restarts === 0 ? undefined : sinceTime(lastRestart, now)
    return ago === undefined ? String(restarts) : `${restarts} (${ago} ago)`
  },
  IP: (pod) => {
    const [first] = listAt(pod, 'status.podIPs')
    return first === undefined ? filledAt(pod, 'status.podIP', NONE) : filledAt(first, 'ip', NONE)
  },
  Node: filled('spec.nodeName', NONE),
  'Nominated Node': filled('status.nominatedNodeName', NONE),
  'Readiness Gates': readinessGates,
}

function readinessGates(pod: JsonObject): JsonValue {
  const gates = listAt(pod, 'spec.readinessGates')
  const open = gates.filter((gate) => isCondition(pod, 'status.conditions', textAt(gate, 'conditionType')))
  return gates.length === 0 ? NONE : `${open.length}/${gates.length}`
}

/** What a row says of a pod that has ended, so that clients may leave it out. */
export function podConditions(pod: JsonObject): readonly JsonObject[] | undefined {
  const reason = textAt(pod, 'status.phase')
  const message = Object.hasOwn(COMPLETED, reason) ? COMPLETED[reason] : undefined
  return message === undefined ? undefined : [{ type: 'Completed', status: 'True', reason, message }]
}
