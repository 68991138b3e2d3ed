import { isList, isObject, type JsonObject, type JsonValue } from '../../json/json-value.ts'
import { quote } from '../../json/quote.ts'
import { labelKeyErrors, labelValueErrors } from '../../selectors/label-syntax.ts'
import type { FieldError } from '../../status/field-error.ts'

const PATH = 'spec.resourceAttributes'

/** What is wrong with the selectors of a review of access. */
export function checkSelectors(resourceAttributes: JsonValue | undefined): readonly FieldError[] {
  if (!isObject(resourceAttributes)) return []
  const { fieldSelector, labelSelector } = resourceAttributes
  return [
    ...selectorErrors(`${PATH}.fieldSelector`, fieldSelector, fieldKeyErrors),
    ...selectorErrors(`${PATH}.labelSelector`, labelSelector, labelErrors),
  ]
}

type CheckRequirement = (path: string, requirement: JsonObject) => readonly FieldError[]

function selectorErrors(
  path: string,
  selector: JsonValue | undefined,
  check: CheckRequirement,
): readonly FieldError[] {
  if (!isObject(selector)) return []
  const raw = typeof selector.rawSelector === 'string' ? selector.rawSelector : ''
  const requirements = isList(selector.requirements) ? selector.requirements.filter(isObject) : []
  const errors: FieldError[] = []
  if (raw !== '' && requirements.length > 0) {
    const detail = 'may not specified at the same time as requirements'
    errors.push({ field: `${path}.rawSelector`, type: 'FieldValueInvalid', value: quote(raw), detail })
  }
  if (raw === '' && requirements.length === 0) {
    const detail = `when ${path} is specified, requirements or rawSelector is required`
    errors.push({ field: `${path}.requirements`, type: 'FieldValueRequired', detail })
  }
  return [...errors, ...requirements.flatMap((one, at) => check(`${path}.requirements[${at}]`, one))]
}

function fieldKeyErrors(path: string, requirement: JsonObject): readonly FieldError[] {
  const missing = (requirement.key ?? '') === ''
  const detail = 'must be specified'
  return [
    ...(missing ? [{ field: `${path}.key`, type: 'FieldValueRequired', detail } as const] : []),
    ...operatorErrors(path, requirement),
  ]
}

function labelErrors(path: string, requirement: JsonObject): readonly FieldError[] {
  const key = typeof requirement.key === 'string' ? requirement.key : ''
  const wrong = (field: string, value: string) => (detail: string) =>
    ({ field, type: 'FieldValueInvalid', value: quote(value), detail }) as const
  return [
    ...operatorErrors(path, requirement),
    ...labelKeyErrors(key).map(wrong(`${path}.key`, key)),
    ...valuesOf(requirement).flatMap((value, at) =>
      labelValueErrors(value).map(wrong(`${path}.values[${at}]`, value)),
    ),
  ]
}

function operatorErrors(path: string, requirement: JsonObject): readonly FieldError[] {
  const count = valuesOf(requirement).length
  const field = `${path}.values`
  switch (requirement.operator) {
    case 'In':
    case 'NotIn': {
      const detail = "must be specified when `operator` is 'In' or 'NotIn'"
      return count === 0 ? [{ field, type: 'FieldValueRequired', detail }] : []
    }
    case 'Exists':
    case 'DoesNotExist': {
      const detail = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"
      return count > 0 ? [{ field, type: 'FieldValueForbidden', detail }] : []
    }
    default:
      return []
  }
}

function valuesOf({ values }: JsonObject): readonly string[] {
  return isList(values) ? values.filter((value) => typeof value === 'string') : []
}
