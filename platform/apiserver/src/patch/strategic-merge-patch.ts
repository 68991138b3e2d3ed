import { isList, isObject, type JsonObject, type JsonValue } from '../json/json-value.ts'
import { memberOf } from '../json/member-of.ts'
import { setMember } from '../json/set-member.ts'
import type { Schema } from '../schema/schema.ts'
import { cannotUnmarshal, malformedPatch, unforeseenPatch } from './patch-error.ts'
import { setElementOrder } from './set-element-order.ts'
import {
  additionOf,
  DELETE_FROM_LIST,
  fieldOf,
  PATCH,
  RETAIN_KEYS,
  SET_ORDER,
  withoutNulls,
} from './strategic-directives.ts'
import { type MergedList, mergeLists, unknownDirective } from './strategic-merge-list.ts'

/**
 * The document after a strategic merge patch: lists merge where the schema says so, and directives such as `$patch` are
 * carried out. What has no schema merges if it is an object and is replaced otherwise. Throws an ApiError as the real
 * server answers: 400 for malformed directives, 500 for most others.
 */
export function applyStrategicMergePatch(document: JsonObject, patch: JsonValue, schema: Schema): JsonObject {
  if (patch === null) return document
  if (isObject(patch)) return mergeObjects(document, patch, schema)
  throw malformedPatch(cannotUnmarshal(patch, 'value of type map[string]interface {}'))
}

function mergeObjects(original: JsonObject, patch: JsonObject, schema: Schema | undefined): JsonObject {
  const directive = memberOf(patch, PATCH)
  if (directive !== undefined) return replaced(directive, patch)
  const target = new Target(retained(original, patch))
  const entries = Object.entries(patch).filter(([key]) => key !== RETAIN_KEYS)
  const ordered = new Set<string>()
  for (const [key, order] of entries) {
    if (!key.startsWith(SET_ORDER) || order === undefined) continue
    ordered.add(key)
    const field = fieldOf(key, SET_ORDER)
    if (mergeInOrder(target, { field, order, patch: memberOf(patch, field) }, schema)) ordered.add(field)
  }
  for (const [key, value] of entries) {
    if (value === undefined || ordered.has(key)) continue
    const deleting = key.startsWith(DELETE_FROM_LIST)
    const field = deleting ? fieldOf(key, DELETE_FROM_LIST) : key
    mergeMember(target, { field, value, deleting }, schema)
  }
  return target.object
}

/** The object that a patch is merged into: copied once something in it differs. */
class Target {
  #object: JsonObject
  #copy: Record<string, JsonValue> | undefined

  constructor(object: JsonObject) {
    this.#object = object
  }

  get object(): JsonObject {
    return this.#object
  }

  get(key: string): JsonValue | undefined {
    return memberOf(this.#object, key)
  }

  set(key: string, value: JsonValue | undefined): void {
    if (this.get(key) === value) return
    this.#copy ??= { ...(this.#object as Record<string, JsonValue>) }
    if (value === undefined) delete this.#copy[key]
    else setMember(this.#copy, key, value)
    this.#object = this.#copy
  }
}

function replaced(directive: JsonValue, patch: JsonObject): JsonObject {
  if (directive === 'delete') return {}
  if (directive !== 'replace') throw unknownDirective(directive, patch)
  const { [PATCH]: _, ...members } = patch
  return withoutNulls(members as JsonObject) as JsonObject
}

/** The members that `$retainKeys` leaves; it must name all that the patch sets. */
function retained(original: JsonObject, patch: JsonObject): JsonObject {
  const keys = memberOf(patch, RETAIN_KEYS)
  if (keys === undefined) return original
  if (!isList(keys)) throw malformedPatch('invalid patch format of retainKeys')
  for (const [key, value] of Object.entries(patch)) {
    const isSetting = value !== null && key !== RETAIN_KEYS
    const isDirective = key.startsWith(DELETE_FROM_LIST) || key.startsWith(SET_ORDER)
    if (isSetting && !isDirective && !keys.includes(key)) {
      throw malformedPatch('invalid patch format of retainKeys')
    }
  }
  return Object.fromEntries(Object.entries(original).filter(([key]) => keys.includes(key)))
}

interface Change {
  readonly field: string
  readonly value: JsonValue
  /** Whether the value lists what to take away. */
  readonly deleting: boolean
}

function mergeMember(target: Target, { field, value, deleting }: Change, schema: Schema | undefined): void {
  const current = target.get(field)
  const fieldSchema = fieldSchemaOf(schema, field)
  const strategy = strategyOf(fieldSchema)
  if (value === null) target.set(field, undefined)
  else if (isObject(current) && isObject(value)) {
    const isWhole = strategy === 'replace'
    target.set(field, isWhole ? withoutNulls(value) : mergeObjects(current, value, fieldSchema))
  } else if (isList(current) && isList(value)) {
    target.set(field, mergeByStrategy(current, value, { fieldSchema, deleting }).list)
  } else if (!deleting) target.set(field, additionOf(value))
}

interface OrderedChange {
  readonly field: string
  readonly order: JsonValue
  readonly patch: JsonValue | undefined
}

/** Says whether the field is dealt with. */
function mergeInOrder(target: Target, change: OrderedChange, schema: Schema | undefined): boolean {
  const { field, order, patch } = change
  const fieldSchema = fieldSchemaOf(schema, field)
  if (fieldSchema === undefined) {
    throw unforeseenPatch(
      `unable to find api field in struct ${schema?.title ?? ''} for the json field ${JSON.stringify(field)}`,
    )
  }
  const list = setElementOrder({
    original: target.get(field),
    patch,
    order,
    mergeKey: fieldSchema.patchMergeKey ?? '',
    merge: (a, b) => mergeByStrategy(a, b, { fieldSchema, deleting: false }),
  })
  if (list === undefined) return false
  target.set(field, list)
  return true
}

function mergeByStrategy(
  original: readonly JsonValue[],
  patch: readonly JsonValue[],
  { fieldSchema, deleting }: { fieldSchema: Schema | undefined; deleting: boolean },
): MergedList {
  if (strategyOf(fieldSchema) !== 'merge' && !deleting) {
    return { list: patch.map(withoutNulls), live: original }
  }
  return mergeLists(original, patch, {
    mergeKey: fieldSchema?.patchMergeKey ?? '',
    deleting,
    mergeItems: (a, b) => mergeObjects(a, b, fieldSchema?.items),
  })
}

function fieldSchemaOf(schema: Schema | undefined, field: string): Schema | undefined {
  const { properties, additionalProperties } = schema ?? {}
  if (properties !== undefined && Object.hasOwn(properties, field)) return properties[field]
  return typeof additionalProperties === 'object' ? additionalProperties : undefined
}

/** `retainKeys` may stand beside the strategy proper; it is about what clients send. */
function strategyOf(schema: Schema | undefined): string | undefined {
  return schema?.patchStrategy?.split(',').find((strategy) => strategy !== 'retainKeys')
}
