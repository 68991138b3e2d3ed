import { isObject, type JsonObject, type JsonValue } from '../json/json-value.ts'
import { compareValues } from './compare-values.ts'
import { FieldSet } from './field-set.ts'
import { fieldSetOf } from './field-set-of.ts'
import type { FieldType } from './field-type.ts'
import { textOf } from './path-element.ts'
import { typeErrorsOf } from './type-errors.ts'

const ANNOTATION = 'kubectl.kubernetes.io/last-applied-configuration'

/** What kubectl's client-side apply last set and is still so: server-side apply may take it without a conflict. */
export function lastAppliedFields(live: JsonObject, type: FieldType, apiVersion: string): FieldSet {
  const last = parsed(annotationsOf(live)?.[ANNOTATION])
  if (last === undefined || last.apiVersion !== apiVersion) return new FieldSet()
  const unfit = [last, live].some((value) => typeErrorsOf(value, type, { duplicates: false }).length > 0)
  if (unfit) return new FieldSet()
  const { modified, added, removed } = compareValues(last, live, type)
  return fieldSetOf(last, type).difference(modified).difference(added).difference(removed)
}

/** Keeps client-side apply's annotation, where there is one, at what was applied now. */
export function withLastApplied(object: JsonObject, applied: JsonObject): JsonObject {
  const annotations = annotationsOf(object)
  const last = annotations?.[ANNOTATION]
  if (typeof last !== 'string' || last === '') return object
  const text = `${textOf(withoutAnnotation(applied))}\n`
  const metadata = { ...metadataOf(object), annotations: { ...annotations, [ANNOTATION]: text } }
  return { ...object, metadata }
}

function withoutAnnotation(applied: JsonObject): JsonObject {
  const annotations = annotationsOf(applied)
  if (annotations === undefined) return applied
  const { [ANNOTATION]: _, ...others } = annotations
  return { ...applied, metadata: { ...metadataOf(applied), annotations: others } }
}

function parsed(text: JsonValue | undefined): JsonObject | undefined {
  if (typeof text !== 'string' || text === '') return undefined
  try {
    const value = JSON.parse(text) as JsonValue
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function annotationsOf(object: JsonObject): JsonObject | undefined {
  const { annotations } = metadataOf(object)
  return isObject(annotations) ? annotations : undefined
}

function metadataOf(object: JsonObject): JsonObject {
  return isObject(object.metadata) ? object.metadata : {}
}
