import type { JsonObject, JsonValue } from '../../json/json-value.ts'
import { ageOf } from '../age.ts'
import { filledAt, listAt, numberAt, readField, textAt, textsAt } from './read-field.ts'

/** What stands in one column of an object's row; `now` in milliseconds. */
export type Cell = (object: JsonObject, now: number) => JsonValue

/** The cells of a kind by the names of their columns; `Name`, `Age` and `Created At` are the same for all. */
export type Cells = Readonly<Record<string, Cell>>

export const NONE = '<none>'
export const UNSET = '<unset>'
export const UNKNOWN = '<unknown>'

/** The text at a path; `otherwise` if the field is absent. */
export function text(path: string, otherwise = ''): Cell {
  return (object) => textAt(object, path, otherwise)
}

/** The text at a path; `otherwise` if the field is absent or empty. */
export function filled(path: string, otherwise: string): Cell {
  return (object) => filledAt(object, path, otherwise)
}

/** The number at a path; 0 if it is absent. */
export function number(path: string): Cell {
  return (object) => numberAt(object, path)
}

/** The truth at a path. */
export function flag(path: string, otherwise = false): Cell {
  return (object) => (readField(object, path) ?? otherwise) === true
}

/** How many are in a list. */
export function count(path: string): Cell {
  return (object) => listAt(object, path).length
}

/** How long ago the time at a path was. */
export function since(path: string, otherwise = UNKNOWN): Cell {
  return (object, now) => sinceTime(textAt(object, path), now) ?? otherwise
}

/** How long ago; undefined for no time. */
export function sinceTime(time: string, now: number): string | undefined {
  return time === '' ? undefined : ageOf(time, now)
}

/** The names and images of the containers of the pod spec at a path. */
export function containers(path: string): Cells {
  return {
    Containers: (object) => textsAt(object, `${path}.containers`, 'name').join(','),
    Images: (object) => textsAt(object, `${path}.containers`, 'image').join(','),
  }
}

/** A few of a list, and how many more there are. */
export function firstOf(all: readonly string[], max: number, separator = ','): string {
  const shown = all.slice(0, max).join(separator)
  return all.length > max ? `${shown} + ${all.length - max} more...` : shown
}

export const SHARED_CELLS: Cells = {
  Name: text('metadata.name'),
  Age: since('metadata.creationTimestamp'),
  'Created At': text('metadata.creationTimestamp'),
}
