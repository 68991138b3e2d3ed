import type { JsonObject, JsonValue } from '../../json/json-value.ts'
import { conditionAt, isCondition, isTrueAt, listAt, numberAt, readField, textAt } from './read-field.ts'

/** How a pod is doing, in the words of `kubectl get`. */
export interface PodState {
  readonly reason: string
  readonly ready: number
  readonly total: number
  readonly restarts: number
  /** '' if nothing has ended yet. */
  readonly lastRestart: string
}

interface Restarts {
  readonly restarts: number
  readonly lastRestart: string
}

interface Progress extends Restarts {
  /** What the first init container that is not done is doing; undefined when all are. */
  readonly waiting: string | undefined
  readonly ready: number
  /** Of the init containers that stay. */
  readonly staying: Restarts
}

const NO_RESTARTS: Restarts = { restarts: 0, lastRestart: '' }

export function podState(pod: JsonObject): PodState {
  const staying = new Set(
    listAt(pod, 'spec.initContainers')
      .filter((it) => textAt(it, 'restartPolicy') === 'Always')
      .map((it) => textAt(it, 'name')),
  )
  const total = listAt(pod, 'spec.containers').length + staying.size
  const init = initProgress(pod, staying)
  const first = init.waiting ?? phaseOf(pod)
  if (init.waiting !== undefined && !isCondition(pod, 'status.conditions', 'Initialized'))
    return { ...restartsOf(init), ready: init.ready, total, reason: ending(pod) ?? first }
  const main = mainProgress(pod, first)
  const added = listAt(pod, 'status.containerStatuses').reduce<Restarts>(withRestarts, init.staying)
  return { ...added, ready: init.ready + main.ready, total, reason: ending(pod) ?? main.reason }
}

function phaseOf(pod: JsonObject): string {
  if (textAt(conditionAt(pod, 'status.conditions', 'PodScheduled'), 'reason') === 'SchedulingGated')
    return 'SchedulingGated'
  return textAt(pod, 'status.reason') || textAt(pod, 'status.phase')
}

function initProgress(pod: JsonObject, staying: ReadonlySet<string>): Progress {
  let all = NO_RESTARTS
  let kept = NO_RESTARTS
  let ready = 0
  const of = listAt(pod, 'spec.initContainers').length
  for (const [at, status] of listAt(pod, 'status.initContainerStatuses').entries()) {
    const stays = staying.has(textAt(status, 'name'))
    all = withRestarts(all, status)
    if (stays) kept = withRestarts(kept, status)
    const ended = readField(status, 'state.terminated')
    if (ended !== undefined && numberAt(ended, 'exitCode') === 0) continue
    if (stays && isTrueAt(status, 'started')) {
      if (isTrueAt(status, 'ready')) ready += 1
      continue
    }
    const why = textAt(status, 'state.waiting.reason')
    const doing =
      ended !== undefined ? endReason(ended) : why !== '' && why !== 'PodInitializing' ? why : `${at}/${of}`
    return { ...all, ready, staying: kept, waiting: `Init:${doing}` }
  }
  return { ...all, ready, staying: kept, waiting: undefined }
}

function mainProgress(pod: JsonObject, before: string): { readonly reason: string; readonly ready: number } {
  let reason = before
  let ready = 0
  for (const status of listAt(pod, 'status.containerStatuses').toReversed()) {
    const ended = readField(status, 'state.terminated')
    const waiting = textAt(status, 'state.waiting.reason')
    if (waiting !== '') reason = waiting
    else if (ended !== undefined) reason = endReason(ended)
    else if (isTrueAt(status, 'ready') && readField(status, 'state.running') !== undefined) ready += 1
  }
  if (reason !== 'Completed' || ready === 0) return { reason, ready }
  return { reason: hasReady(pod) ? 'Running' : 'NotReady', ready }
}

function hasReady(pod: JsonObject): boolean {
  return listAt(pod, 'status.conditions').some(
    (it) => textAt(it, 'type') === 'Ready' && textAt(it, 'status') === 'True',
  )
}

function endReason(ended: JsonValue): string {
  const signal = numberAt(ended, 'signal')
  const number = signal === 0 ? `ExitCode:${numberAt(ended, 'exitCode')}` : `Signal:${signal}`
  return textAt(ended, 'reason') || number
}

/** What a pod that is being deleted is said to be instead of anything else. */
function ending(pod: JsonObject): string | undefined {
  if (readField(pod, 'metadata.deletionTimestamp') === undefined) return undefined
  if (textAt(pod, 'status.reason') === 'NodeLost') return 'Unknown'
  return ['Failed', 'Succeeded'].includes(textAt(pod, 'status.phase')) ? undefined : 'Terminating'
}

function withRestarts({ restarts, lastRestart }: Restarts, status: JsonValue): Restarts {
  const ended = textAt(status, 'lastState.terminated.finishedAt')
  return {
    restarts: restarts + numberAt(status, 'restartCount'),
    lastRestart: ended > lastRestart ? ended : lastRestart,
  }
}

function restartsOf({ restarts, lastRestart }: Restarts): Restarts {
  return { restarts, lastRestart }
}
