import { rfc3339 } from './rfc3339.ts'

export type ConditionStatus = 'True' | 'False' | 'Unknown'

/** One thing that can be said about an object, in the form that Kubernetes and people know. */
export interface Condition<Type extends string = string> {
  readonly type: Type
  readonly status: ConditionStatus
  readonly reason: string
  readonly message: string
  /** When the status last changed; other changes leave it. */
  readonly lastTransitionTime: string
  /** The generation of the spec that this was said about. */
  readonly observedGeneration?: number
}

export type NewCondition<Type extends string = string> = Omit<Condition<Type>, 'lastTransitionTime'>

/** The API server refuses longer ones. */
const LONGEST_MESSAGE = 32_768

/** The conditions with one of them set. The very same list if nothing changed, so that nothing needs to be written. */
export function setCondition<Type extends string>(
  conditions: readonly Condition<Type>[],
  { now, ...wanted }: NewCondition<Type> & { readonly now: number },
): readonly Condition<Type>[] {
  const before = findCondition(conditions, wanted.type)
  const message = wanted.message.slice(0, LONGEST_MESSAGE)
  const lastTransitionTime = before?.status === wanted.status ? before.lastTransitionTime : rfc3339(now)
  const after: Condition<Type> = { ...wanted, message, lastTransitionTime }
  if (before === undefined) return [...conditions, after]
  if (isSameCondition(before, after)) return conditions
  return conditions.map((each) => (each === before ? after : each))
}

export function findCondition<Type extends string>(
  conditions: readonly Condition<Type>[] | undefined,
  type: NoInfer<Type>,
): Condition<Type> | undefined {
  return conditions?.find((each) => each.type === type)
}

/** Without the condition of that type; the very same list if there was none. */
export function removeCondition<Type extends string>(
  conditions: readonly Condition<Type>[],
  type: NoInfer<Type>,
): readonly Condition<Type>[] {
  const left = conditions.filter((each) => each.type !== type)
  return left.length === conditions.length ? conditions : left
}

/** `Unknown` if nothing was said. */
export function conditionStatus<Type extends string>(
  conditions: readonly Condition<Type>[] | undefined,
  type: NoInfer<Type>,
): ConditionStatus {
  return findCondition(conditions, type)?.status ?? 'Unknown'
}

export function isConditionTrue<Type extends string>(
  conditions: readonly Condition<Type>[] | undefined,
  type: NoInfer<Type>,
): boolean {
  return conditionStatus(conditions, type) === 'True'
}

/** How long a condition has had its status, in milliseconds; `undefined` if nothing was said. */
export function conditionAge<Type extends string>(
  conditions: readonly Condition<Type>[] | undefined,
  { type, now }: { readonly type: NoInfer<Type>; readonly now: number },
): number | undefined {
  const found = findCondition(conditions, type)
  return found && now - Date.parse(found.lastTransitionTime)
}

function isSameCondition(a: Condition, b: Condition): boolean {
  return (
    a.status === b.status &&
    a.reason === b.reason &&
    a.message === b.message &&
    a.observedGeneration === b.observedGeneration
  )
}
