import { isObject, type JsonObject, type JsonValue } from '../../json/json-value.ts'
import { labelKeyErrors, labelValueErrors } from '../../selectors/label-syntax.ts'
import type { FieldError } from '../../status/field-error.ts'
import { forbidden, invalid, required } from './field-complaints.ts'
import { objectsIn, textOf, textsIn } from './json-parts.ts'

export interface CheckSelectorOptions {
  /** For what was stored before values were looked at. */
  readonly anyValues?: boolean
}

/** What is wrong with a label selector in an object. */
export function checkSelector(
  field: string,
  selector: JsonValue | undefined,
  { anyValues = false }: CheckSelectorOptions = {},
): FieldError[] {
  if (!isObject(selector)) return []
  const errors: FieldError[] = []
  const labels = isObject(selector.matchLabels) ? selector.matchLabels : {}
  for (const [key, value] of Object.entries(labels)) {
    const at = `${field}.matchLabels`
    errors.push(...labelKeyErrors(key).map((words) => invalid(at, key, words)))
    errors.push(...labelValueErrors(textOf(value)).map((words) => invalid(at, textOf(value), words)))
  }
  for (const [at, expression] of objectsIn(selector.matchExpressions).entries()) {
    errors.push(...requirementErrors(`${field}.matchExpressions[${at}]`, expression, anyValues))
  }
  return errors
}

function requirementErrors(field: string, requirement: JsonObject, anyValues: boolean): FieldError[] {
  const operator = textOf(requirement.operator)
  const key = textOf(requirement.key)
  const values = textsIn(requirement.values)
  const errors = operatorErrors(field, operator, values.length)
  errors.push(...labelKeyErrors(key).map((words) => invalid(`${field}.key`, key, words)))
  if (anyValues) return errors
  for (const [at, value] of values.entries()) {
    errors.push(...labelValueErrors(value).map((words) => invalid(`${field}.values[${at}]`, value, words)))
  }
  return errors
}

function operatorErrors(field: string, operator: string, count: number): FieldError[] {
  if (operator === 'In' || operator === 'NotIn') {
    if (count > 0) return []
    return [required(`${field}.values`, "must be specified when `operator` is 'In' or 'NotIn'")]
  }
  if (operator === 'Exists' || operator === 'DoesNotExist') {
    if (count === 0) return []
    return [
      forbidden(`${field}.values`, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"),
    ]
  }
  return [invalid(`${field}.operator`, operator, 'not a valid selector operator')]
}
