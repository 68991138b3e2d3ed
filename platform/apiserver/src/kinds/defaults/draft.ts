import { isList, isObject, type JsonValue } from '../../json/json-value.ts'

/** An object that is still being filled in; what is in it is in nobody else's hands. */
export interface Draft {
  [field: string]: JsonValue | undefined
}

/** Fills in one type of value wherever it occurs. Fields that are structs in it are there, if empty. */
export type Defaulter = (draft: Draft) => void

/** By the name of the type in the table. */
export type Defaulters = Readonly<Record<string, Defaulter>>

/** Sets each field that is absent. */
export function setDefaults(draft: Draft | undefined, values: Draft): void {
  if (draft === undefined) return
  for (const [field, value] of Object.entries(values)) draft[field] ??= structuredClone(value)
}

/** The object in a field, to be filled in. */
export function part(draft: Draft | undefined, field: string): Draft | undefined {
  const value = draft?.[field]
  return isObject(value) ? (value as Draft) : undefined
}

/** The object in a field, made if it is absent. */
export function madePart(draft: Draft, field: string): Draft {
  const found = part(draft, field)
  if (found !== undefined) return found
  const made: Draft = {}
  draft[field] = made
  return made
}

/** The objects of a list, to be filled in. */
export function parts(draft: Draft | undefined, field: string): readonly Draft[] {
  const value = draft?.[field]
  return isList(value) ? value.filter(isObject).map((item) => item as Draft) : []
}
