import { isList, isObject, type JsonObject } from '../../json/json-value.ts'
import { type ApiObject, timestamp } from '../../resources/api-object.ts'
import { ApiError } from '../../status/api-error.ts'
import { forbidden } from '../../status/api-errors.ts'
import type { RequestContext } from '../../verbs/request-context.ts'
import { changeObject } from '../../verbs/update-object.ts'

const REFUSED = "Cannot evict pod as it would violate the pod's disruption budget."
/** More than these have been evicted without anybody having taken note. */
const MOST_DISRUPTED = 2000

/** Takes one of the disruptions that a budget allows, or refuses; the request is about the budget's status. */
export async function takeDisruption(
  context: RequestContext,
  { budget, pod }: { readonly budget: ApiObject; readonly pod: ApiObject },
): Promise<void> {
  if (!isReady(pod) && isUnhealthyAllowed(budget)) return
  const now = timestamp(context.services.clock.now())
  await changeObject(context, { make: (old) => disrupted(old, pod.metadata.name, now) })
}

function isReady({ status }: ApiObject): boolean {
  const { conditions } = isObject(status) ? status : {}
  const found = isList(conditions) ? conditions.filter(isObject) : []
  return found.some((one) => one.type === 'Ready' && one.status === 'True')
}

/** What does not work is no loss, if there are enough others or its budget says so. */
function isUnhealthyAllowed({ spec, status }: ApiObject): boolean {
  const { unhealthyPodEvictionPolicy } = isObject(spec) ? spec : {}
  const { currentHealthy, desiredHealthy } = countsOf(status)
  return (
    unhealthyPodEvictionPolicy === 'AlwaysAllow' || (currentHealthy >= desiredHealthy && desiredHealthy > 0)
  )
}

function countsOf(status: unknown): Readonly<Record<string, number>> & {
  readonly currentHealthy: number
  readonly desiredHealthy: number
  readonly disruptionsAllowed: number
  readonly observedGeneration: number
} {
  const given: JsonObject = isObject(status as JsonObject) ? (status as JsonObject) : {}
  const count = (name: string): number => (typeof given[name] === 'number' ? Number(given[name]) : 0)
  return {
    currentHealthy: count('currentHealthy'),
    desiredHealthy: count('desiredHealthy'),
    disruptionsAllowed: count('disruptionsAllowed'),
    observedGeneration: count('observedGeneration'),
  }
}

function disrupted(budget: ApiObject, pod: string, now: string): ApiObject {
  const { name, generation = 0 } = budget.metadata
  const status: JsonObject = isObject(budget.status) ? budget.status : {}
  const counts = countsOf(status)
  const taken = isObject(status.disruptedPods) ? status.disruptedPods : {}
  const subject = { group: 'policy', kind: 'poddisruptionbudget', name }
  if (counts.observedGeneration < generation)
    throw tooMany(`The disruption budget ${name} is still being processed by the server.`, 10)
  if (counts.disruptionsAllowed < 0) throw forbidden(subject, 'pdb disruptions allowed is negative')
  if (Object.keys(taken).length > MOST_DISRUPTED)
    throw forbidden(subject, 'DisruptedPods map too big - too many evictions not confirmed by PDB controller')
  if (counts.disruptionsAllowed === 0) {
    const { desiredHealthy, currentHealthy } = counts
    throw tooMany(
      `The disruption budget ${name} needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`,
      0,
    )
  }
  const disruptionsAllowed = counts.disruptionsAllowed - 1
  return {
    ...budget,
    status: {
      ...status,
      disruptionsAllowed,
      disruptedPods: { ...taken, [pod]: now },
      ...(disruptionsAllowed === 0 && { conditions: exhausted(status, generation, now) }),
    },
  } as ApiObject
}

function exhausted(
  { conditions }: JsonObject,
  observedGeneration: number,
  now: string,
): readonly JsonObject[] {
  const type = 'DisruptionAllowed'
  const known = isList(conditions) ? conditions.filter(isObject) : []
  const before = known.find((one) => one.type === type)
  const lastTransitionTime = before?.status === 'False' ? before.lastTransitionTime : now
  const reason = 'InsufficientPods'
  const set = {
    type,
    status: 'False',
    observedGeneration,
    lastTransitionTime,
    reason,
    message: '',
  } as JsonObject
  return before === undefined ? [...known, set] : known.map((one) => (one === before ? set : one))
}

function tooMany(message: string, retryAfterSeconds: number): ApiError {
  return new ApiError(REFUSED, {
    code: 429,
    reason: 'TooManyRequests',
    details: {
      causes: [{ reason: 'DisruptionBudget', message }],
      ...(retryAfterSeconds > 0 && { retryAfterSeconds }),
    },
  })
}
