import type { JsonObject } from '../json/json-value.ts'
import type { FieldError } from '../status/field-error.ts'
import { type Found, readNumber, readText } from './read-number.ts'
import { namesOf, type Scaling } from './scaling.ts'

const MAX = 2_147_483_647

/** What is wrong with the numbers of a custom object that can be scaled; its `/status` is asked for `status` alone. */
export function scaleErrors(
  object: JsonObject,
  scaling: Scaling,
  part: 'all' | 'status' = 'all',
): readonly FieldError[] {
  if (scaling.of === 'builtin') return []
  const { specReplicasPath, statusReplicasPath, labelSelectorPath } = scaling
  return [
    ...(part === 'all' ? numberErrors(object, specReplicasPath) : []),
    ...numberErrors(object, statusReplicasPath),
    ...(labelSelectorPath === '' ? [] : textErrors(object, labelSelectorPath)),
  ]
}

function numberErrors(object: JsonObject, path: string): readonly FieldError[] {
  const found: Found<number> = readNumber(object, namesOf(path))
  if (found.wrong !== undefined) return [wrong(path, '0', found.wrong)]
  const { value = 0 } = found
  if (value < 0) return [wrong(path, String(value), 'should be a non-negative integer')]
  return value > MAX ? [wrong(path, String(value), `should be less than or equal to ${MAX}`)] : []
}

function textErrors(object: JsonObject, path: string): readonly FieldError[] {
  const found = readText(object, namesOf(path))
  return found.wrong === undefined ? [] : [wrong(path, '""', found.wrong)]
}

function wrong(field: string, value: string, detail: string): FieldError {
  return { field, type: 'FieldValueInvalid', value, detail }
}
