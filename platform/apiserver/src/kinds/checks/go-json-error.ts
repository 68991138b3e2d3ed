import { messageOf } from '@reeve/ground'
import { isList, isObject } from '../../json/json-value.ts'
import { parseJson } from '../../json/parse-json.ts'

/** What Go says when text is not a JSON object; undefined if it is one. */
export function goJsonError(text: string): string | undefined {
  try {
    const { value } = parseJson(text)
    if (isObject(value) || value === null) return undefined
    const kind = isList(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value
    const found = kind === 'bigint' ? 'number' : kind
    return `json: cannot unmarshal ${found} into Go value of type map[string]interface {}`
  } catch (error) {
    return messageOf(error)
  }
}
