import { isObject, type JsonObject, type JsonValue } from '../../json/json-value.ts'
import { labelKeyErrors, labelValueErrors } from '../../selectors/label-syntax.ts'
import type { FieldError } from '../../status/field-error.ts'
import { forbidden, invalid, invalids, required } from './complaints.ts'
import { objectIn, objectsIn, textEntries, textIn, textsIn } from './members.ts'

/** What is wrong with a map of labels. */
export function checkLabels(labels: JsonValue | undefined, path: string): readonly FieldError[] {
  return textEntries({ labels: labels ?? null }, 'labels').flatMap(([key, value]) => [
    ...invalids(path, key, labelKeyErrors(key)),
    ...invalids(path, value, labelValueErrors(value)),
  ])
}

/** What is wrong with a LabelSelector; nothing if there is none. */
export function checkLabelSelector(selector: JsonValue | undefined, path: string): readonly FieldError[] {
  if (!isObject(selector)) return []
  return [
    ...checkLabels(objectIn(selector, 'matchLabels'), `${path}.matchLabels`),
    ...objectsIn(selector, 'matchExpressions').flatMap((expression, at) =>
      checkExpression(expression, `${path}.matchExpressions[${at}]`),
    ),
  ]
}

function checkExpression(expression: JsonObject, path: string): readonly FieldError[] {
  const operator = textIn(expression, 'operator')
  const values = textsIn(expression, 'values')
  const errors: FieldError[] = []
  if (operator === 'In' || operator === 'NotIn') {
    if (values.length === 0)
      errors.push(required(`${path}.values`, "must be specified when `operator` is 'In' or 'NotIn'"))
  } else if (operator === 'Exists' || operator === 'DoesNotExist') {
    if (values.length > 0)
      errors.push(
        forbidden(`${path}.values`, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"),
      )
  } else errors.push(invalid(`${path}.operator`, operator, 'not a valid selector operator'))
  const key = textIn(expression, 'key')
  return [
    ...errors,
    ...invalids(`${path}.key`, key, labelKeyErrors(key)),
    ...values.flatMap((value, at) => invalids(`${path}.values[${at}]`, value, labelValueErrors(value))),
  ]
}
