import { isObject, type JsonObject, type JsonValue } from '../json/json-value.ts'
import { FieldSet } from './field-set.ts'
import { comparePathElements, type Path, readPathElement } from './path-element.ts'

/** The set as managedFields has it, in Kubernetes' order. */
export function fieldsV1Of(set: FieldSet): JsonObject {
  const elements = [...set.members.union(new Set(set.children.keys()))].sort(comparePathElements)
  return Object.fromEntries(
    elements.map((element) => {
      const child = set.children.get(element)
      if (child === undefined) return [element, {}]
      const self = set.members.has(element) && !child.isEmpty() ? { '.': {} } : {}
      return [element, { ...self, ...fieldsV1Of(child) }]
    }),
  )
}

/** The set that FieldsV1 means; elements of unknown kinds are left out, as upstream does. Throws on nonsense. */
export function fieldSetFrom(fields: JsonValue | undefined): FieldSet {
  const set = new FieldSet()
  collect(fields ?? {}, [], set)
  return set
}

/** A field is in the set if it says so by `.`, or if nothing is below it. */
function collect(fields: JsonValue, path: Path, set: FieldSet): void {
  if (fields === null) return set.insert(path)
  if (!isObject(fields)) throw new Error('fieldsV1 is not an object')
  let leaf = true
  for (const [key, below] of Object.entries(fields)) {
    if (below === undefined) continue
    if (key === '.') {
      set.insert(path)
      continue
    }
    const element = readPathElement(key)
    if (element === undefined) continue
    leaf = false
    collect(below, [...path, element], set)
  }
  if (leaf) set.insert(path)
}
