import { isSame } from '../../json/json-value.ts'
import type { ApiObject } from '../../resources/api-object.ts'
import type { FieldError } from '../../status/field-error.ts'
import { forbidden, invalid, invalids, tooLong } from './complaints.ts'
import { type KindCheck, kindCheck } from './kind-check.ts'
import { objectIn, textEntries } from './members.ts'
import { configKeyErrors } from './name-words.ts'

export const CONTENT_LIMIT = 1024 * 1024
const FROZEN = 'field is immutable when `immutable` is set'

/** Keys, their meeting in `data` and `binaryData`, one mebibyte, and what is frozen. */
export const checkConfigMap: KindCheck = kindCheck({
  rules: { namespaced: true, nameRule: 'subdomain' },
  order: 'metadata-whole',
  spec,
  change: (object, old) => frozenErrors(object, old, ['data', 'binaryData']),
})

function spec(object: ApiObject): readonly FieldError[] {
  const binary = objectIn(object, 'binaryData')
  const errors: FieldError[] = []
  let size = 0
  for (const [key, value] of textEntries(object, 'data')) {
    errors.push(...invalids(`data[${key}]`, key, configKeyErrors(key)))
    if (Object.hasOwn(binary, key))
      errors.push(invalid(`data[${key}]`, key, 'duplicate of key present in binaryData'))
    size += Buffer.byteLength(value)
  }
  for (const [key, value] of textEntries(object, 'binaryData')) {
    errors.push(...invalids(`binaryData[${key}]`, key, configKeyErrors(key)))
    size += decodedLength(value)
  }
  return size > CONTENT_LIMIT ? [...errors, tooLong('[]', CONTENT_LIMIT)] : errors
}

/** How many bytes Base64 stands for. */
export function decodedLength(base64: string): number {
  return Buffer.byteLength(base64, 'base64')
}

/** What may not change once an object says that it is immutable. */
export function frozenErrors(
  object: ApiObject,
  old: ApiObject,
  fields: readonly string[],
): readonly FieldError[] {
  if (old.immutable !== true) return []
  const changed = fields.filter((field) => !isSame(objectIn(object, field), objectIn(old, field)))
  const refused = object.immutable === true ? changed : ['immutable', ...changed]
  return refused.map((field) => forbidden(field, FROZEN))
}
