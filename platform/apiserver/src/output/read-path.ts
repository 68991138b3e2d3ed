import { isList, isObject, type JsonObject, type JsonValue } from '../json/json-value.ts'

const STEP =
  /\.([^.[\]]+)|\['([^']*)'\]|\["([^"]*)"\]|\[(\d+)\]|\[\?\(@\.([\w.-]+)\s*==\s*["']([^"']*)["']\)\]/gy

/** The value at a simple JSON path: members, indexes, and the first item for which a member has a value. */
export function readPath(object: JsonObject, path: string): JsonValue | undefined {
  const text = path.replace(/^\{(.*)\}$/, '$1').replaceAll('\\.', '\u0000')
  let value: JsonValue | undefined = object
  const steps = new RegExp(STEP) // of its own: a filter reads paths too
  while (steps.lastIndex < text.length) {
    const match = steps.exec(text)
    if (match === null) return undefined
    value = step(value, match)
    if (value === undefined) return undefined
  }
  return value
}

function step(value: JsonValue | undefined, match: RegExpExecArray): JsonValue | undefined {
  const [, dotted, single, double, index, filterKey, filterValue] = match
  if (index !== undefined) return isList(value) ? value[Number(index)] : undefined
  if (filterKey !== undefined) {
    if (!isList(value)) return undefined
    return value.find((item) => isObject(item) && String(readPath(item, `.${filterKey}`)) === filterValue)
  }
  const name = (dotted ?? single ?? double ?? '').replaceAll('\u0000', '.')
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}
