import { isWholeNumber, numberText } from '../go-text.ts'
import type { Schema } from '../schema.ts'
import type { Findings } from './findings.ts'

type Numeric = number | bigint

/** Checks multipleOf, minimum and maximum; whole numbers see the bounds cut to whole numbers, as in Kubernetes. */
export function checkNumber(
  value: Numeric,
  schema: Schema,
  { path, found }: { path: string; found: Findings },
): void {
  const whole = isWholeNumber(value)
  const textOf = (bound: number) => numberText(bound, whole)
  const boundOf = (bound: number) => (whole ? Math.trunc(bound) : bound)
  const invalid = (message: string, shownValue: Numeric = value) =>
    found.add({ what: 'invalid', path, message, value: shownValue })
  // Bounds are doubles to Kubernetes, also where they are written in full.
  const [multipleOf, minimum, maximum] = [schema.multipleOf, schema.minimum, schema.maximum].map((bound) =>
    bound === undefined ? undefined : Number(bound),
  )
  if (multipleOf !== undefined) {
    const factor = boundOf(multipleOf)
    if (factor <= 0) {
      const message = `factor MultipleOf declared for ${path} must be positive: ${textOf(factor)}`
      invalid(message, factor)
    } else if (!isMultiple(value, factor)) {
      invalid(`${path} in body should be a multiple of ${textOf(factor)}`)
    }
  }
  if (minimum !== undefined) {
    const bound = boundOf(minimum)
    const exclusive = schema.exclusiveMinimum === true
    if (value < bound || (exclusive && Number(value) === bound)) {
      const words = exclusive ? 'greater than' : 'greater than or equal to'
      invalid(`${path} in body should be ${words} ${textOf(bound)}`)
    }
  }
  if (maximum !== undefined) {
    const bound = boundOf(maximum)
    const exclusive = schema.exclusiveMaximum === true
    if (value > bound || (exclusive && Number(value) === bound)) {
      const words = exclusive ? 'less than' : 'less than or equal to'
      invalid(`${path} in body should be ${words} ${textOf(bound)}`)
    }
  }
}

function isMultiple(value: Numeric, factor: number): boolean {
  if (typeof value === 'bigint') return value % BigInt(factor) === 0n
  if (isWholeNumber(value)) return value % factor === 0
  return isNearlyWhole(factor < 1 ? (1 / factor) * value : value / factor)
}

/** Whether a fraction is so close to a whole number that Kubernetes takes it for one. */
export function isNearlyWhole(value: number): boolean {
  if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER) return false
  const whole = Math.trunc(value)
  if (value === whole) return true
  if (whole <= 0) return false
  return Math.abs(value - whole) / (Math.abs(value) + whole) < 1e-9
}
