import { isList, isObject, type JsonValue } from '../../json/json-value.ts'
import { jsonText } from '../../schema/go-text.ts'

/** JSON as Go writes a struct: members in the order in which they stand, not sorted. */
export function structText(value: JsonValue): string {
  if (isList(value)) return `[${value.map(structText).join(',')}]`
  if (!isObject(value)) return jsonText(value)
  const members = Object.entries(value).flatMap(([key, member]) =>
    member === undefined ? [] : [`${jsonText(key)}:${structText(member)}`],
  )
  return `{${members.join(',')}}`
}
