import { messageOf } from '@reeve/ground'
import { isList, isObject, type JsonObject, type JsonValue } from '../json/json-value.ts'
import { parseJson } from '../json/parse-json.ts'
import { applyJsonPatch } from '../patch/json-patch.ts'
import { goKind } from './read-answer.ts'

/** The steps of a patch, or why it is none. */
export function readHookPatch(text: string): readonly JsonValue[] | string {
  let value: JsonValue
  try {
    value = parseJson(text).value
  } catch (cause) {
    return messageOf(cause)
  }
  if (value === null) return []
  return isList(value)
    ? value
    : `json: cannot unmarshal ${goKind(value)} into Go value of type jsonpatch.Patch`
}

/** Applies a webhook's patch; failures are told in the words of the library that Kubernetes uses. */
export function applyHookPatch(object: JsonObject, steps: readonly JsonValue[]): JsonObject | string {
  let document: JsonValue = object
  try {
    document = applyJsonPatch(object, steps)
  } catch {
    for (const step of steps) {
      try {
        document = applyJsonPatch(document, [step])
      } catch {
        return failureOf(document, isObject(step) ? step : {})
      }
    }
  }
  return isObject(document)
    ? document
    : `json: cannot unmarshal ${goKind(document)} into Go value of type map[string]interface {}`
}

function failureOf(document: JsonValue, step: JsonObject): string {
  const op = textOf(step.op)
  const path = textOf(step.path)
  if (!['add', 'remove', 'replace', 'move', 'copy', 'test'].includes(op))
    return `Unexpected kind: ${op || 'unknown'}`
  if (op === 'move' || op === 'copy') return transferFailure(document, step)
  if (typeof step.path !== 'string') return `${op} operation failed to decode path: missing value`
  const { parent, key } = placeOf(document, path)
  if (op === 'test' && path === '') return `testing value  failed: test failed`
  if (parent === undefined) {
    if (op === 'test') return `test operation does not apply: is missing path: ${path}: missing value`
    const shown = op === 'replace' ? path : `"${path}"`
    return `${op} operation does not apply: doc is missing path: ${shown}: missing value`
  }
  if (op === 'test') {
    const outside = isList(parent) && indexOf(key) >= parent.length
    return outside
      ? `error in test for path: '${path}': ${leafFailure(parent, key, op)}`
      : `testing value ${path} failed: test failed`
  }
  if (op === 'replace') return `replace operation does not apply: doc is missing key: ${path}: missing value`
  return `error in ${op} for path: '${path}': ${leafFailure(parent, key, op)}`
}

function transferFailure(document: JsonValue, step: JsonObject): string {
  const op = textOf(step.op)
  const from = textOf(step.from)
  if (typeof step.from !== 'string') {
    return `${op} operation failed to decode from: operation, missing from field: missing value`
  }
  const source = placeOf(document, from)
  if (source.parent === undefined) {
    return `${op} operation does not apply: doc is missing from path: ${from}: missing value`
  }
  const { parent, key } = placeOf(document, textOf(step.path))
  if (
    isList(source.parent)
      ? indexOf(source.key) >= source.parent.length
      : !Object.hasOwn(source.parent, source.key)
  ) {
    const leaf = leafFailure(source.parent, source.key, 'remove')
    return op === 'move'
      ? `error in move for path: '${source.key}': ${leaf}`
      : `error in copy for from: '${from}': ${leaf}`
  }
  if (parent === undefined) {
    return `${op} operation does not apply: doc is missing destination path: ${textOf(step.path)}: missing value`
  }
  const leaf = leafFailure(parent, key, 'add')
  return op === 'move'
    ? `error in move for path: '${textOf(step.path)}': ${leaf}`
    : `error while adding value during copy: ${leaf}`
}

function leafFailure(parent: JsonObject | readonly JsonValue[], key: string, op: string): string {
  if (!isList(parent)) return `Unable to remove nonexistent key: ${key}: missing value`
  if (/^-?\d+$/.test(key)) return `Unable to access invalid index: ${key}: invalid index referenced`
  const syntax = `strconv.Atoi: parsing "${key}": invalid syntax`
  return op === 'add' ? `value was not a proper array index: '${key}': ${syntax}` : syntax
}

interface Place {
  readonly parent: JsonObject | readonly JsonValue[] | undefined
  readonly key: string
}

/** What holds the value that a pointer names. */
function placeOf(document: JsonValue, pointer: string): Place {
  if (!pointer.startsWith('/')) return { parent: undefined, key: '' }
  const parts = pointer.split('/').map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  const key = parts.at(-1) ?? ''
  let parent: JsonValue | undefined = document
  for (const part of parts.slice(1, -1)) {
    if (isList(parent)) parent = parent[indexOf(part)]
    else parent = isObject(parent) && Object.hasOwn(parent, part) ? parent[part] : undefined
  }
  return { parent: isList(parent) || isObject(parent) ? parent : undefined, key }
}

function indexOf(part: string): number {
  return /^\d+$/.test(part) ? Number(part) : Number.POSITIVE_INFINITY
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}
