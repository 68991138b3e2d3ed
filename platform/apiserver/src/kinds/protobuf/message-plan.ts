import { typePlan, type ValuePlan } from '../type-plan.ts'

/** What a field number stands for: a field of the JSON object, or a message whose fields are written in its place. */
export type FieldTarget =
  | { readonly name: string; readonly value: ValuePlan }
  | { readonly inlined: ReadonlyMap<number, FieldTarget> }

export type MessagePlan = ReadonlyMap<number, FieldTarget>

const plans = new Map<number, MessagePlan>()

/** The fields of the type at this place of the table, by their numbers in protobuf. */
export function messagePlan(place: number): MessagePlan {
  const known = plans.get(place)
  if (known !== undefined) return known
  const plan = new Map<number, FieldTarget>()
  for (const { name, value, numbers } of typePlan(place).fields) put(plan, numbers, { name, value })
  plans.set(place, plan)
  return plan
}

function put(plan: Map<number, FieldTarget>, [first, ...rest]: readonly number[], target: FieldTarget): void {
  if (first === undefined) return
  if (rest.length === 0) {
    plan.set(first, target)
    return
  }
  const found = plan.get(first)
  const inlined =
    found !== undefined && 'inlined' in found
      ? (found.inlined as Map<number, FieldTarget>)
      : new Map<number, FieldTarget>()
  plan.set(first, { inlined })
  put(inlined, rest, target)
}
