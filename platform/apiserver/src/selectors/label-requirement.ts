import type { JsonObject } from '../json/json-value.ts'
import { quote } from '../json/quote.ts'
import { bodyOf } from '../status/field-error.ts'
import { labelKeyErrors, labelValueErrors } from './label-syntax.ts'

/** As selectors spell them, but for `exists`, `gt` ('>') and `lt` ('<'). */
export type LabelOperator = 'in' | 'notin' | '=' | '==' | '!=' | 'exists' | '!' | 'gt' | 'lt'

/** One condition that labels meet or not. */
export interface LabelRequirement {
  readonly key: string
  readonly operator: LabelOperator
  readonly values: readonly string[]
}

const INT64_MAX = 2n ** 63n - 1n
const INT64_MIN = -(2n ** 63n)

/** What is wrong with a requirement, as the one text that Kubernetes makes of it; undefined if it is valid. */
export function requirementError({ key, operator, values }: LabelRequirement): string | undefined {
  const errors = [
    ...invalid('key', key, labelKeyErrors(key)),
    ...countErrors(operator, values),
    ...values.flatMap((value, at) => invalid(`values[${at}][${key}]`, value, labelValueErrors(value))),
  ]
  return errors.length > 1 ? `[${errors.join(', ')}]` : errors[0]
}

/** `field: Invalid value: "x": …`, or nothing. */
export function invalid(field: string, value: string, reasons: readonly string[]): readonly string[] {
  if (reasons.length === 0) return []
  const detail = reasons.join('; ')
  return [`${field}: ${bodyOf({ field, type: 'FieldValueInvalid', value: quote(value), detail })}`]
}

function countErrors(operator: LabelOperator, values: readonly string[]): readonly string[] {
  const wrong = (detail: string) => [`values: Invalid value: ${JSON.stringify(values)}: ${detail}`]
  switch (operator) {
    case 'in':
    case 'notin':
      return values.length === 0 ? wrong("for 'in', 'notin' operators, values set can't be empty") : []
    case '=':
    case '==':
    case '!=':
      return values.length === 1 ? [] : wrong('exact-match compatibility requires one single value')
    case 'exists':
    case '!':
      return values.length === 0 ? [] : wrong('values set must be empty for exists and does not exist')
    case 'gt':
    case 'lt':
      return values.flatMap((value, at) =>
        integerOf(value) === undefined
          ? invalid(`values[${at}]`, value, ["for 'Gt', 'Lt' operators, the value must be an integer"])
          : [],
      )
  }
}

/** Whether labels meet a requirement that is a valid one. */
export function meetsRequirement(labels: JsonObject, requirement: LabelRequirement): boolean {
  const { key, operator, values } = requirement
  const value = Object.hasOwn(labels, key) ? labels[key] : undefined
  switch (operator) {
    case 'exists':
      return value !== undefined
    case '!':
      return value === undefined
    case 'in':
    case '=':
    case '==':
      return typeof value === 'string' && values.includes(value)
    case 'notin':
    case '!=':
      return typeof value !== 'string' || !values.includes(value)
    case 'gt':
    case 'lt':
      return typeof value === 'string' && isOrdered(value, requirement)
  }
}

function isOrdered(value: string, { operator, values }: LabelRequirement): boolean {
  const left = integerOf(value)
  const right = integerOf(values[0] ?? '')
  if (left === undefined || right === undefined) return false
  return operator === 'gt' ? left > right : left < right
}

function integerOf(text: string): bigint | undefined {
  if (!/^[+-]?[0-9]+$/.test(text)) return undefined
  const value = BigInt(text.replace('+', ''))
  return value >= INT64_MIN && value <= INT64_MAX ? value : undefined
}
