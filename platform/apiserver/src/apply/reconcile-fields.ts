import { FieldSet } from './field-set.ts'
import { type FieldType, typeOfField } from './field-type.ts'
import { fieldNameOf, type Path, type PathElement } from './path-element.ts'

/** The set after its schema has changed: what was owned inside a value that is atomic by now is owned as that value. */
export function reconcileFields(set: FieldSet, type: FieldType): FieldSet {
  const whole = new FieldSet()
  findWhole(set, type, [], whole)
  return whole.isEmpty() ? set : set.recursiveDifference(whole).union(whole)
}

function findWhole(set: FieldSet, type: FieldType | undefined, path: Path, whole: FieldSet): void {
  if (set.isEmpty() || type?.map?.deduced) return
  // A value that can be several things is taken for a map first, and for a list last.
  const atomic = type?.map === undefined ? type?.scalar === undefined && type?.list?.atomic : type.map.atomic
  if (atomic) {
    whole.insert(path)
    return
  }
  for (const [element, child] of set.children) {
    findWhole(child, typeBelow(type, element), [...path, element], whole)
  }
}

function typeBelow(type: FieldType | undefined, element: PathElement): FieldType | undefined {
  if (type?.map !== undefined) return typeOfField(type.map, fieldNameOf(element) ?? '')
  return type?.scalar === undefined ? type?.list?.element() : undefined
}
