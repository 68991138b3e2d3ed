import type { JsonObject, JsonValue } from '../../json/json-value.ts'
import type { FieldError } from '../../status/field-error.ts'
import { invalid, invalids, notNegative } from './complaints.ts'
import { percentErrors } from './name-words.ts'

/** What is wrong with a count that may also be a share. */
export function checkCountOrShare(value: JsonValue | undefined, field: string): readonly FieldError[] {
  if (typeof value === 'string') return invalids(field, value, percentErrors(value))
  return notNegative(field, value)
}

/** The number in a count or share; none is zero. */
export function countOf(value: JsonValue | undefined): number {
  if (typeof value !== 'string') return Number(value ?? 0)
  const share = /^(\d+)%$/.exec(value)
  return Number(share?.[1] ?? (/^\d+$/.test(value) ? value : 0))
}

/** Complains about more than everything. */
export function checkShare(value: JsonValue | undefined, field: string): readonly FieldError[] {
  const share = typeof value === 'string' && percentErrors(value).length === 0
  if (!share || countOf(value) <= 100) return []
  return [invalid(field, value, 'must not be greater than 100%')]
}

/** What is wrong with how many pods of a deployment may be missing or too many while it changes. */
export function checkRolling(rolling: JsonObject, path: string): readonly FieldError[] {
  const { maxUnavailable, maxSurge } = rolling
  const isStuck = countOf(maxUnavailable) === 0 && countOf(maxSurge) === 0
  return [
    ...checkCountOrShare(maxUnavailable, `${path}.maxUnavailable`),
    ...checkCountOrShare(maxSurge, `${path}.maxSurge`),
    ...(isStuck
      ? [invalid(`${path}.maxUnavailable`, maxUnavailable ?? 0, 'may not be 0 when `maxSurge` is 0')]
      : []),
    ...checkShare(maxUnavailable, `${path}.maxUnavailable`),
  ]
}
