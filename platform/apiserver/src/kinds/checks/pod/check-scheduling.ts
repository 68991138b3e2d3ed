import type { JsonObject } from '../../../json/json-value.ts'
import { labelKeyErrors, labelValueErrors } from '../../../selectors/label-syntax.ts'
import type { FieldError } from '../../../status/field-error.ts'
import { checkLabelSelector } from '../check-labels.ts'
import { duplicate, invalid, invalids, required, unsupported } from '../complaints.ts'
import { has, numberIn, objectsIn, textIn } from '../members.ts'

const EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute']
const ACTIONS = ['DoNotSchedule', 'ScheduleAnyway']

/** What is wrong with the taints that a pod puts up with. */
export function checkTolerations(spec: JsonObject, path: string): readonly FieldError[] {
  return objectsIn(spec, 'tolerations').flatMap((one, at) => tolerationErrors(one, `${path}[${at}]`))
}

function tolerationErrors(toleration: JsonObject, path: string): readonly FieldError[] {
  const [key, operator, value, effect] = ['key', 'operator', 'value', 'effect'].map((name) =>
    textIn(toleration, name),
  ) as [string, string, string, string]
  const errors: FieldError[] = key === '' ? [] : [...invalids(`${path}.key`, key, labelKeyErrors(key))]
  if (key === '' && operator !== 'Exists')
    errors.push(
      invalid(
        `${path}.operator`,
        operator,
        'operator must be Exists when `key` is empty, which means "match all values and all keys"',
      ),
    )
  if (has(toleration, 'tolerationSeconds') && effect !== 'NoExecute')
    errors.push(
      invalid(`${path}.effect`, effect, "effect must be 'NoExecute' when `tolerationSeconds` is set"),
    )
  errors.push(...operatorErrors(operator, value, `${path}.operator`))
  if (effect !== '' && !EFFECTS.includes(effect)) errors.push(unsupported(`${path}.effect`, effect, EFFECTS))
  return errors
}

function operatorErrors(operator: string, value: string, field: string): readonly FieldError[] {
  if (operator === '' || operator === 'Equal') {
    const wrong = labelValueErrors(value)
    return wrong.length === 0 ? [] : [invalid(field, value, wrong.join(';'))]
  }
  if (operator !== 'Exists') return [unsupported(field, operator, ['Equal', 'Exists'])]
  return value === '' ? [] : [invalid(field, value, "value must be empty when `operator` is 'Exists'")]
}

/** What is wrong with how the pods of a set are spread. */
export function checkSpread(spec: JsonObject, path: string): readonly FieldError[] {
  const constraints = objectsIn(spec, 'topologySpreadConstraints')
  return constraints.flatMap((constraint, at) => {
    const place = `${path}[${at}]`
    const skew = numberIn(constraint, 'maxSkew') ?? 0
    const [key, action] = [textIn(constraint, 'topologyKey'), textIn(constraint, 'whenUnsatisfiable')]
    const isRepeated = constraints
      .slice(at + 1)
      .some((other) => textIn(other, 'topologyKey') === key && textIn(other, 'whenUnsatisfiable') === action)
    return [
      ...(skew > 0 ? [] : [invalid(`${place}.maxSkew`, skew, 'must be greater than zero')]),
      ...(key === '' ? [required(`${place}.topologyKey`, 'can not be empty')] : []),
      ...(ACTIONS.includes(action) ? [] : [unsupported(`${place}.whenUnsatisfiable`, action, ACTIONS)]),
      ...(isRepeated ? [duplicate(`${place}.{topologyKey, whenUnsatisfiable}`, `{${key}, ${action}}`)] : []),
      ...checkLabelSelector(constraint.labelSelector, `${place}.labelSelector`),
    ]
  })
}

/** What is wrong with what has to go before a pod is scheduled, and with what has to be true before it is ready. */
export function checkGates(spec: JsonObject, path: string): readonly FieldError[] {
  const seen = new Set<string>()
  const readiness = objectsIn(spec, 'readinessGates').flatMap((gate, at) => {
    const type = textIn(gate, 'conditionType')
    return invalids(`${path}.readinessGates[${at}].conditionType`, type, labelKeyErrors(type))
  })
  const scheduling = objectsIn(spec, 'schedulingGates').flatMap((gate, at) => {
    const name = textIn(gate, 'name')
    const field = `${path}.schedulingGates[${at}]`
    const again = seen.has(name) ? [duplicate(field, name)] : []
    seen.add(name)
    return [...invalids(field, name, labelKeyErrors(name)), ...again]
  })
  return [...readiness, ...scheduling]
}
