import { isList, isObject, type JsonObject, type JsonValue } from '../json/json-value.ts'
import { quote } from '../json/quote.ts'
import { ApiError } from '../status/api-error.ts'
import { type LabelOperator, type LabelRequirement, requirementError } from './label-requirement.ts'
import { LabelSelector } from './label-selector.ts'

const OPERATORS: Readonly<Record<string, LabelOperator>> = {
  In: 'in',
  NotIn: 'notin',
  Exists: 'exists',
  DoesNotExist: '!',
}

/**
 * Whether labels match the LabelSelector in an object, such as a Deployment's `spec.selector`. None matches nothing,
 * an empty one everything. Throws an ApiError 400 if it is not a valid one.
 */
export function matchLabelSelector(selector: JsonValue | undefined, labels: JsonObject | undefined): boolean {
  return isObject(selector) && labelSelectorOf(selector).matches(labels)
}

/** The selector that `matchLabels` and `matchExpressions` describe. */
export function labelSelectorOf({ matchLabels, matchExpressions }: JsonObject): LabelSelector {
  const requirements: LabelRequirement[] = []
  for (const [key, value] of Object.entries(isObject(matchLabels) ? matchLabels : {})) {
    requirements.push({ key, operator: '=', values: [textOf(value)] })
  }
  for (const expression of isList(matchExpressions) ? matchExpressions : []) {
    if (isObject(expression)) requirements.push(requirementOf(expression))
  }
  for (const requirement of requirements) {
    const error = requirementError(requirement)
    if (error !== undefined) throw badRequest(error)
  }
  return new LabelSelector(requirements)
}

function requirementOf({ key, operator, values }: JsonObject): LabelRequirement {
  const name = textOf(operator)
  const known = Object.hasOwn(OPERATORS, name) ? OPERATORS[name] : undefined
  if (known === undefined) throw badRequest(`${quote(name)} is not a valid label selector operator`)
  return { key: textOf(key), operator: known, values: isList(values) ? values.map(textOf) : [] }
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}

function badRequest(message: string): ApiError {
  return new ApiError(message, { code: 400, reason: 'BadRequest' })
}
