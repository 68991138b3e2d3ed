import type { JsonObject } from '../../../json/json-value.ts'
import { labelKeyErrors, labelValueErrors } from '../../../selectors/label-syntax.ts'
import type { FieldError } from '../../../status/field-error.ts'
import { checkLabelSelector } from '../check-labels.ts'
import { invalid, invalids, required } from '../complaints.ts'
import { maybeObject, numberIn, objectIn, objectsIn, textIn, textsIn } from '../members.ts'
import { labelErrors } from '../name-words.ts'

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution'
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution'

/** What is wrong with which nodes and which other pods a pod wants to be near to, or far from. */
export function checkAffinity(spec: JsonObject, path: string): readonly FieldError[] {
  const affinity = maybeObject(spec, 'affinity')
  if (affinity === undefined) return []
  const node = maybeObject(affinity, 'nodeAffinity')
  return [
    ...(node === undefined ? [] : nodeErrors(node, `${path}.nodeAffinity`)),
    ...['podAffinity', 'podAntiAffinity'].flatMap((name) =>
      podErrors(objectIn(affinity, name), `${path}.${name}`),
    ),
  ]
}

function nodeErrors(node: JsonObject, path: string): readonly FieldError[] {
  const wanted = maybeObject(node, REQUIRED)
  const terms = objectsIn(wanted ?? {}, 'nodeSelectorTerms')
  const place = `${path}.${REQUIRED}.nodeSelectorTerms`
  const none = wanted !== undefined && terms.length === 0
  return [
    ...(none ? [required(place, 'must have at least one node selector term')] : []),
    ...terms.flatMap((term, at) => termErrors(term, `${place}[${at}]`)),
    ...objectsIn(node, PREFERRED).flatMap((term, at) => [
      ...weightErrors(term, `${path}.${PREFERRED}[${at}].weight`),
      ...termErrors(objectIn(term, 'preference'), `${path}.${PREFERRED}[${at}].preference`),
    ]),
  ]
}

function weightErrors(term: JsonObject, field: string): readonly FieldError[] {
  const weight = numberIn(term, 'weight') ?? 0
  return weight >= 1 && weight <= 100 ? [] : [invalid(field, weight, 'must be in the range 1-100')]
}

function termErrors(term: JsonObject, path: string): readonly FieldError[] {
  return objectsIn(term, 'matchExpressions').flatMap((one, at) =>
    expressionErrors(one, `${path}.matchExpressions[${at}]`),
  )
}

function expressionErrors(expression: JsonObject, path: string): readonly FieldError[] {
  const [operator, key] = [textIn(expression, 'operator'), textIn(expression, 'key')]
  const values = textsIn(expression, 'values')
  return [
    ...operatorErrors(operator, values, path),
    ...invalids(`${path}.key`, key, labelKeyErrors(key)),
    ...values.flatMap((value, at) => invalids(`${path}.values[${at}]`, value, labelValueErrors(value))),
  ]
}

function operatorErrors(operator: string, values: readonly string[], path: string): readonly FieldError[] {
  if (operator === 'In' || operator === 'NotIn')
    return values.length > 0
      ? []
      : [required(`${path}.values`, "must be specified when `operator` is 'In' or 'NotIn'")]
  if (operator === 'Exists' || operator === 'DoesNotExist') {
    const detail = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"
    return values.length === 0 ? [] : [{ field: `${path}.values`, type: 'FieldValueForbidden', detail }]
  }
  if (operator !== 'Gt' && operator !== 'Lt')
    return [invalid(`${path}.operator`, operator, 'not a valid selector operator')]
  return values.length === 1
    ? []
    : [required(`${path}.values`, "must be specified single value when `operator` is 'Lt' or 'Gt'")]
}

function podErrors(affinity: JsonObject, path: string): readonly FieldError[] {
  return [
    ...objectsIn(affinity, REQUIRED).flatMap((term, at) => podTermErrors(term, `${path}.${REQUIRED}[${at}]`)),
    ...objectsIn(affinity, PREFERRED).flatMap((term, at) => [
      ...weightErrors(term, `${path}.${PREFERRED}[${at}].weight`),
      ...podTermErrors(objectIn(term, 'podAffinityTerm'), `${path}.${PREFERRED}[${at}].podAffinityTerm`),
    ]),
  ]
}

function podTermErrors(term: JsonObject, path: string): readonly FieldError[] {
  const key = textIn(term, 'topologyKey')
  return [
    ...checkLabelSelector(term.labelSelector, `${path}.labelSelector`),
    ...checkLabelSelector(term.namespaceSelector, `${path}.namespaceSelector`),
    ...textsIn(term, 'namespaces').flatMap((name) => invalids(`${path}.namespace`, name, labelErrors(name))),
    ...(key === '' ? [required(`${path}.topologyKey`, 'can not be empty')] : []),
    ...invalids(`${path}.topologyKey`, key, labelKeyErrors(key)),
  ]
}
