import { isList, isObject, type JsonObject, type JsonValue } from '../../json/json-value.ts'
import { fieldTermsOf } from '../../selectors/field-terms.ts'
import { parseLabelSelector } from '../../selectors/label-selector.ts'
import { labelSelectorOf } from '../../selectors/match-label-selector.ts'

/** Says which selectors of a review were not understood, wholly or in part. */
export function ignoredSelectors(resourceAttributes: JsonValue | undefined): readonly string[] {
  if (!isObject(resourceAttributes)) return []
  const { fieldSelector, labelSelector } = resourceAttributes
  return [
    ...ignored('fieldSelector', fieldSelector, { readsRaw: readsFields, readsOne: readsField }),
    ...ignored('labelSelector', labelSelector, { readsRaw: readsLabels, readsOne: readsLabel }),
  ]
}

interface Reading {
  readonly readsRaw: (text: string) => boolean
  readonly readsOne: (requirement: JsonObject) => boolean
}

function ignored(
  name: string,
  selector: JsonValue | undefined,
  { readsRaw, readsOne }: Reading,
): readonly string[] {
  if (!isObject(selector)) return []
  const raw = typeof selector.rawSelector === 'string' ? selector.rawSelector : ''
  const requirements = isList(selector.requirements) ? selector.requirements.filter(isObject) : []
  const read = requirements.filter(readsOne).length
  const failed = raw !== '' ? !readsRaw(raw) : read < requirements.length
  if (!failed) return []
  const part = read > 0 ? 'partially ' : ''
  return [`spec.resourceAttributes.${name} ${part}ignored due to parse error`]
}

function readsFields(text: string): boolean {
  return typeof fieldTermsOf(text) !== 'string'
}

/** Fields are compared with one value, and with nothing else. */
function readsField({ operator, values }: JsonObject): boolean {
  return (operator === 'In' || operator === 'NotIn') && isList(values) && values.length === 1
}

function readsLabels(text: string): boolean {
  return passes(() => parseLabelSelector(text))
}

function readsLabel(requirement: JsonObject): boolean {
  return passes(() => labelSelectorOf({ matchExpressions: [requirement] }))
}

function passes(read: () => unknown): boolean {
  try {
    read()
    return true
  } catch {
    return false
  }
}
