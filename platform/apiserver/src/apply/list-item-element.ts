import { isList, isObject, type JsonValue } from '../json/json-value.ts'
import type { ListType } from './field-type.ts'
import { keyElement, type PathElement, valueElement } from './path-element.ts'

/** Which item of an associative list this is. Throws, in upstream's words, if it cannot be told. */
export function listItemElement(list: ListType, item: JsonValue): PathElement {
  return list.keys.length === 0 ? setItemElement(item) : keyedItemElement(list, item)
}

function setItemElement(item: JsonValue): PathElement {
  if (isObject(item)) throw new Error("associative list without keys has an element that's a map type")
  if (isList(item)) throw new Error('not supported: associative list with lists as elements')
  if (item === null) throw new Error("associative list without keys has an element that's an explicit null")
  return valueElement(item)
}

function keyedItemElement(list: ListType, item: JsonValue): PathElement {
  if (item === null) throw new Error('associative list with keys may not have a null element')
  if (!isObject(item)) throw new Error('associative list with keys may not have non-map elements')
  const keys: Record<string, JsonValue> = {}
  for (const name of list.keys) {
    const key = item[name] === undefined ? list.defaultOf(name) : item[name]
    // An item without one of the keys is another item than one with any value there.
    if (key !== undefined) keys[name] = key
  }
  if (Object.keys(keys).length > 0) return keyElement(keys)
  const names = list.keys.map((name) => JSON.stringify(name)).join(' ')
  throw new Error(
    `associative list with keys has an element that omits all key fields [${names}] (and doesn't have default values for any key fields)`,
  )
}
