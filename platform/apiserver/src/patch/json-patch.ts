import { formatJson } from '../json/format-json.ts'
import { isList, isObject, isSame, type JsonValue } from '../json/json-value.ts'
import { JsonDraft, type Place, valueAt } from './json-draft.ts'
import { type JsonPatchOperation, jsonPatchOperationsOf } from './json-patch-operations.ts'
import { rejectedPatch } from './patch-error.ts'

/** How much text `copy` may add in all, as kube-apiserver has it. */
const MAX_COPIED = 3 * 1024 * 1024

/**
 * The document after a JSON patch (RFC 6902, with the leniences of the library that Kubernetes uses). Throws an ApiError:
 * 422 if a step does not apply or a test fails, 400 or 413 if it is no patch.
 */
export function applyJsonPatch(document: JsonValue, patch: JsonValue): JsonValue {
  const run = new JsonPatchRun(document)
  for (const operation of jsonPatchOperationsOf(patch)) run.apply(operation)
  return run.result
}

class JsonPatchRun {
  readonly #draft: JsonDraft
  #copied = 0

  constructor(document: JsonValue) {
    this.#draft = new JsonDraft(document)
  }

  get result(): JsonValue {
    return this.#draft.root
  }

  apply(operation: JsonPatchOperation): void {
    switch (operation.op) {
      case 'add':
        return this.#insert(operation, operation.value ?? null)
      case 'remove':
        return this.#remove(this.#place(operation, 'path'), operation)
      case 'replace':
        return this.#replace(operation)
      case 'move':
        return this.#move(operation)
      case 'copy':
        return this.#copy(operation)
      case 'test':
        return this.#test(operation)
      default:
        throw rejectedPatch(`unexpected kind: ${operation.op ?? 'unknown'}`)
    }
  }

  #insert(operation: JsonPatchOperation, value: JsonValue): void {
    if (!this.#draft.insert(this.#place(operation, 'path'), value)) throw missing(operation, 'path')
  }

  #remove(place: Place, operation: JsonPatchOperation): void {
    if (!this.#draft.remove(place)) throw missing(operation, 'path')
  }

  #replace(operation: JsonPatchOperation): void {
    const { path, value } = operation
    if (path === '') {
      if (value === undefined) throw missing(operation, 'value')
      // Upstream means to refuse anything else, and forgets to.
      if (isObject(value) || isList(value)) this.#draft.reset(value)
      return
    }
    const place = this.#place(operation, 'path')
    if (!this.#draft.replace(place, value ?? null)) throw missing(operation, 'path')
  }

  #move(operation: JsonPatchOperation): void {
    const place = this.#place(operation, 'from')
    const value = valueAt(place.container, place.key)
    if (value === undefined || !this.#draft.remove(place)) throw missing(operation, 'from')
    this.#insert(operation, value)
  }

  #copy(operation: JsonPatchOperation): void {
    const place = this.#place(operation, 'from')
    const value = valueAt(place.container, place.key)
    // An absent member is copied as null; an absent item is not.
    if (value === undefined && isList(place.container)) throw missing(operation, 'from')
    this.#copied += formatJson(value ?? null).length
    if (this.#copied > MAX_COPIED) throw rejectedPatch('copied too much')
    this.#draft.freeze()
    this.#insert(operation, value ?? null)
  }

  #test(operation: JsonPatchOperation): void {
    const { path, value } = operation
    if (value === undefined) throw missing(operation, 'value')
    if (path === '') {
      if (!isSame(this.#draft.root, value)) throw rejectedPatch('testing the whole failed')
      return
    }
    const place = this.#place(operation, 'path')
    const found = valueAt(place.container, place.key)
    // To an object, a member that is absent is null.
    if (found === undefined && isList(place.container)) throw missing(operation, 'path')
    if (!isSame(found ?? null, value)) throw rejectedPatch(`testing value ${path} failed`)
  }

  #place(operation: JsonPatchOperation, field: 'path' | 'from'): Place {
    const path = operation[field]
    const place = path === undefined ? undefined : this.#draft.find(path)
    if (place === undefined) throw missing(operation, field)
    return place
  }
}

function missing(operation: JsonPatchOperation, field: 'path' | 'from' | 'value') {
  return rejectedPatch(
    `${operation.op} does not apply: missing ${field} ${String(operation[field] ?? '')}`.trim(),
  )
}
