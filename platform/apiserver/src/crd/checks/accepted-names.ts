import { isSame, type JsonObject } from '../../json/json-value.ts'
import { objectIn, objectsIn, textIn, textsIn } from '../../kinds/checks/members.ts'
import type { ApiObject } from '../../resources/api-object.ts'
import { quoted } from '../../schema/go-text.ts'

/** A condition but for the time of its change. */
export interface NameCondition extends JsonObject {
  readonly type: 'NamesAccepted' | 'Established'
  readonly status: 'True' | 'False'
  readonly reason: string
  readonly message: string
}

export interface AcceptedNames {
  /** The names that the definition may use: those that it asks for, less what others have. */
  readonly names: JsonObject
  readonly accepted: NameCondition
  /** What becomes of `Established`: false while names are wanting; one that is established stays so. */
  readonly established: NameCondition
}

/** Which of the names that a definition asks for it gets, given the other definitions; what others have accepted is theirs. */
export function acceptedNames(definition: ApiObject, others: readonly ApiObject[]): AcceptedNames {
  const { group, names: asked } = partsOf(definition)
  const mine = acceptedOf(definition)
  const taken = others.filter((other) => partsOf(other).group === group).map(acceptedOf)
  const resources = new Set(
    taken.flatMap((names) => [
      textIn(names, 'plural'),
      textIn(names, 'singular'),
      ...textsIn(names, 'shortNames'),
    ]),
  )
  const kinds = new Set(taken.flatMap((names) => [textIn(names, 'kind'), textIn(names, 'listKind')]))
  const names: Record<string, JsonObject[string]> = { ...mine }
  let conflict: { readonly reason: string; readonly message: string } | undefined
  for (const [field, used] of [
    ['plural', resources],
    ['singular', resources],
    ['shortNames', resources],
    ['kind', kinds],
    ['listKind', kinds],
  ] as const) {
    const message = conflictOf(field, asked, mine, used)
    if (message === undefined) names[field] = asked[field]
    else conflict = { reason: `${field.charAt(0).toUpperCase()}${field.slice(1)}Conflict`, message }
  }
  names.categories = asked.categories
  const accepted: NameCondition = conflict
    ? { type: 'NamesAccepted', status: 'False', ...conflict }
    : { type: 'NamesAccepted', status: 'True', reason: 'NoConflicts', message: 'no conflicts found' }
  return { names: withoutAbsent(names), accepted, established: establishedOf(definition, accepted) }
}

function conflictOf(
  field: string,
  asked: JsonObject,
  mine: JsonObject,
  used: ReadonlySet<string>,
): string | undefined {
  if (field !== 'shortNames') {
    const name = textIn(asked, field)
    return name === textIn(mine, field) || !used.has(name) ? undefined : inUse(name)
  }
  if (isSame(textsIn(asked, field), textsIn(mine, field))) return undefined
  const own = textsIn(mine, field)
  const wrong = [...new Set(textsIn(asked, field).filter((name) => !own.includes(name) && used.has(name)))]
  if (wrong.length === 0) return undefined
  return wrong.length === 1 ? inUse(wrong[0] ?? '') : `[${wrong.map(inUse).join(', ')}]`
}

function inUse(name: string): string {
  return `${quoted(name)} is already in use`
}

function establishedOf(definition: ApiObject, accepted: NameCondition): NameCondition {
  const conditions = objectsIn(objectIn(definition, 'status'), 'conditions')
  const old = conditions.find(({ type }) => type === 'Established')
  if (old?.status === 'True') return conditionOf(old)
  if (accepted.status === 'True') {
    const message = 'the initial names have been accepted'
    return { type: 'Established', status: 'True', reason: 'InitialNamesAccepted', message }
  }
  if (old !== undefined) return conditionOf(old)
  return {
    type: 'Established',
    status: 'False',
    reason: 'NotAccepted',
    message: 'not all names are accepted',
  }
}

function conditionOf(condition: JsonObject): NameCondition {
  const status = condition.status === 'True' ? 'True' : 'False'
  return {
    type: 'Established',
    status,
    reason: textIn(condition, 'reason'),
    message: textIn(condition, 'message'),
  }
}

function partsOf(definition: ApiObject): { readonly group: string; readonly names: JsonObject } {
  const spec = objectIn(definition, 'spec')
  return { group: textIn(spec, 'group'), names: objectIn(spec, 'names') }
}

function acceptedOf(definition: ApiObject): JsonObject {
  return objectIn(objectIn(definition, 'status'), 'acceptedNames')
}

function withoutAbsent(names: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(names).filter(([, value]) => value !== undefined))
}
