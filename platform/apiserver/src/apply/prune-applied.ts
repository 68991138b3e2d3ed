import type { JsonValue } from '../json/json-value.ts'
import { FieldSet } from './field-set.ts'
import { fieldSetOf } from './field-set-of.ts'
import { type FieldType, typeOfField } from './field-type.ts'
import { fieldNameOf, type PathElement } from './path-element.ts'
import { removeFields } from './remove-fields.ts'

export interface PruneOptions {
  /** What the applier owned before, in the version that it then wrote. */
  readonly last: TypedFields
  /** What anyone owns now, the applier's new configuration included, by version. */
  readonly owned: readonly TypedFields[]
}

/** Fields, and the type that they are of. */
export interface TypedFields {
  readonly type: FieldType
  readonly fields: FieldSet
}

/** Takes out what the applier owned, does not set any more, and nobody else owns. */
export function pruneApplied(merged: JsonValue, { last, owned }: PruneOptions): JsonValue {
  if (last.fields.isEmpty()) return merged
  const mine = withNamedFields(last.fields, last.type)
  let left = removeFields(merged, mine, last.type)
  for (const { type, fields } of owned) {
    const keep = allFieldsOf(left, type).union(withNamedFields(fields, type))
    left = removeFields(merged, allFieldsOf(merged, type).difference(keep), type)
  }
  // What went along without having been the applier's stays.
  const gone = allFieldsOf(merged, last.type).difference(allFieldsOf(left, last.type))
  return removeFields(merged, gone.intersection(mine), last.type)
}

function allFieldsOf(value: JsonValue, type: FieldType): FieldSet {
  return withNamedFields(fieldSetOf(value, type), type)
}

/** With every field that a schema names and that something in the set is below of. */
export function withNamedFields(set: FieldSet, type: FieldType | undefined): FieldSet {
  const isNamed = (element: PathElement): boolean =>
    type?.map?.field(fieldNameOf(element) ?? '') !== undefined && element.startsWith('f:')
  const named = [...set.children.keys()].filter(isNamed)
  const below = [...set.children].map(
    ([element, child]) => [element, withNamedFields(child, typeBelow(type, element))] as const,
  )
  return FieldSet.from([...set.members, ...named], below)
}

function typeBelow(type: FieldType | undefined, element: PathElement): FieldType | undefined {
  const name = fieldNameOf(element)
  if (name !== undefined) return type?.map === undefined ? undefined : typeOfField(type.map, name)
  return element.startsWith('k:') ? type?.list?.element() : undefined
}
