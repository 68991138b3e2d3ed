import { isList, isObject, type JsonObject, type JsonValue } from '../json/json-value.ts'
import { type FieldType, type ListType, type MapType, narrowed, type ScalarType } from './field-type.ts'
import { listItemElement } from './list-item-element.ts'
import { describePath, fieldElement, type Path, textOf } from './path-element.ts'

export interface TypeErrorsOptions {
  /** Whether an associative list may have an item twice: what is stored may, what is applied may not. */
  readonly duplicates: boolean
}

/** Where a value does not fit its type, in upstream's words: `.spec.x: field not declared in schema`. */
export function typeErrorsOf(
  value: JsonValue,
  type: FieldType,
  { duplicates }: TypeErrorsOptions,
): readonly string[] {
  const errors: string[] = []
  check(value, type, [], { duplicates, say: (path, what) => errors.push(told(path, what)) })
  return errors
}

interface Checking extends TypeErrorsOptions {
  readonly say: (path: Path, what: string) => void
}

function told(path: Path, what: string): string {
  return path.length === 0 ? what : `${describePath(path)}: ${what}`
}

function check(value: JsonValue, type: FieldType | undefined, path: Path, checking: Checking): void {
  const { map, scalar, list } = narrowed(type ?? {}, value)
  if (value === null) return
  if (map !== undefined) {
    if (isObject(value)) checkFields(value, map, path, checking)
    else checking.say(path, `expected map, got &{${shown(value)}}`)
  } else if (scalar !== undefined) {
    const wrong = scalarError(value, scalar)
    if (wrong !== undefined) checking.say(path, wrong)
  } else if (list !== undefined) {
    if (isList(value)) checkItems(value, list, path, checking)
    else checking.say(path, `expected list, got &{${shown(value)}}`)
  }
}

function checkFields(value: JsonObject, map: MapType, path: Path, checking: Checking): void {
  const element = map.element()
  for (const [name, field] of Object.entries(value)) {
    if (field === undefined) continue
    const below = [...path, fieldElement(name)]
    const type = map.field(name) ?? element
    if (type === undefined) return checking.say(below, 'field not declared in schema')
    check(field, type, below, checking)
  }
}

function checkItems(items: readonly JsonValue[], list: ListType, path: Path, checking: Checking): void {
  const seen = new Set<string>()
  for (const [at, item] of items.entries()) {
    let element = `i:${at}`
    if (!list.atomic) {
      try {
        element = listItemElement(list, item)
      } catch (cause) {
        return checking.say(path, `element ${at}: ${(cause as Error).message}`)
      }
      if (seen.has(element) && !checking.duplicates) {
        checking.say(path, `duplicate entries for key ${describePath([element])}`)
      }
      seen.add(element)
    }
    check(item, list.element(), [...path, element], checking)
  }
}

function scalarError(value: JsonValue, scalar: ScalarType): string | undefined {
  switch (scalar) {
    case 'numeric':
      if (typeof value === 'number' || typeof value === 'bigint') return undefined
      return `expected numeric (int or float), got ${goTypeOf(value)}`
    case 'string':
      if (typeof value === 'string') return undefined
      return `expected string, got &value.valueUnstructured{Value:${shown(value)}}`
    case 'boolean':
      return typeof value === 'boolean' ? undefined : `expected boolean, got &{${shown(value)}}`
    case 'untyped':
      return typeof value === 'object' ? `expected any scalar, got &{${shown(value)}}` : undefined
  }
}

function goTypeOf(value: JsonValue): string {
  if (typeof value === 'string') return 'string'
  if (typeof value === 'boolean') return 'bool'
  return isList(value) ? '[]interface {}' : 'map[string]interface {}'
}

/** Roughly Go's `%v`. */
function shown(value: JsonValue): string {
  if (typeof value === 'string') return value
  if (isList(value)) return `[${value.map(shown).join(' ')}]`
  if (!isObject(value)) return textOf(value)
  const fields = Object.entries(value).map(([name, field]) => `${name}:${shown(field ?? null)}`)
  return `map[${fields.sort().join(' ')}]`
}
