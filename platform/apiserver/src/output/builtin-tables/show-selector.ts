import { isObject, type JsonObject, type JsonValue } from '../../json/json-value.ts'
import type { LabelRequirement } from '../../selectors/label-requirement.ts'
import { labelSelectorOf } from '../../selectors/match-label-selector.ts'
import { type Cell, NONE } from './cell.ts'
import { listAt, objectAt, readField, textAt, textsAt } from './read-field.ts'

/** A map of labels at a path, as `a=b,c=d`. */
export function labels(path: string): Cell {
  return (object) => {
    const pairs = Object.entries(objectAt(object, path)).map(([key, value]) => `${key}=${value}`)
    return pairs.sort().join(',') || NONE
  }
}

/** A LabelSelector at a path, as `a=b,c in (d,e)`. */
export function selector(path: string, words: { readonly empty: string; readonly wrong: string }): Cell {
  return (object) => {
    const value = readField(object, path)
    return isObject(value) ? (selectorText(value) ?? words.wrong) || words.empty : words.empty
  }
}

/** In the short form of queries; undefined if it is not a valid one. */
export function selectorText(value: JsonObject): string | undefined {
  try {
    const { requirements } = labelSelectorOf(value)
    const sorted = [...requirements].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    return sorted.map(requirementText).join(',')
  } catch {
    return undefined
  }
}

function requirementText({ key, operator, values }: LabelRequirement): string {
  if (operator === 'exists') return key
  if (operator === '!') return `!${key}`
  if (operator === 'in' || operator === 'notin') return `${key} ${operator} (${[...values].sort().join(',')})`
  return `${key}${operator}${values.join(',')}`
}

/** A LabelSelector as Go prints its structs; some columns of a stock server show that. */
export function goSelector(value: JsonValue | undefined): string {
  const pairs = Object.entries(objectAt(value, 'matchLabels')).sort(([a], [b]) => (a < b ? -1 : 1))
  const expressions = listAt(value, 'matchExpressions').map(
    (it) =>
      `LabelSelectorRequirement{Key:${textAt(it, 'key')},Operator:${textAt(it, 'operator')},Values:[${textsAt(it, 'values').join(' ')}],},`,
  )
  return `&LabelSelector{MatchLabels:map[string]string{${pairs.map(([key, label]) => `${key}: ${label},`).join('')}},MatchExpressions:[]LabelSelectorRequirement{${expressions.join('')}},}`
}
