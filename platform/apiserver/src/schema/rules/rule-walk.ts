import type { CelBudget } from '../../cel/cel-budget.ts'
import { isList, isObject, type JsonObject, type JsonValue } from '../../json/json-value.ts'
import { bodyOf, type FieldError } from '../../status/field-error.ts'
import { jsonText } from '../go-text.ts'
import type { Schema } from '../schema.ts'
import type { RuleNode } from './compile-rules.ts'
import { runRules } from './run-rules.ts'
import type { Spot } from './spot.ts'

/** Walks a value along the rules of its schema: own rules first, then those inside. Stops when the budget is spent. */
export class RuleWalk {
  readonly errors: FieldError[] = []
  readonly warnings: string[] = []
  readonly #budget: CelBudget
  #isOver = false

  constructor(budget: CelBudget) {
    this.#budget = budget
  }

  check(node: RuleNode, spot: Spot): void {
    const { value, old } = spot
    if (this.#isOver || value === null) return
    if ((node.schema.validations ?? []).length > 0) this.#run(node, spot)
    if (isList(value)) this.#checkItems(node, value, { ...spot, old: isList(old) ? old : undefined })
    else if (isObject(value))
      this.#checkFields(node, value, { ...spot, old: isObject(old) ? old : undefined })
  }

  #run(node: RuleNode, spot: Spot): void {
    for (const finding of runRules(node, spot, this.#budget)) {
      if (finding.isOver) this.#isOver = true
      if (finding.isForgivable && spot.ratchet.isUnchanged()) {
        this.warnings.push(`${finding.error.field}: ${bodyOf(finding.error)}`)
      } else this.errors.push(finding.error)
      if (finding.isOver) return
    }
  }

  #checkItems({ items, schema }: RuleNode, list: readonly JsonValue[], spot: Spot): void {
    if (items === undefined) return
    const olds = isList(spot.old) ? new OldItems(spot.old, schema) : undefined
    list.forEach((value, at) => {
      const path = `${spot.path}[${at}]`
      this.check(items, { value, old: olds?.find(value), path, ratchet: spot.ratchet.item(at) })
    })
  }

  #checkFields({ fields, values }: RuleNode, object: JsonObject, spot: Spot): void {
    if (values === undefined && fields.size === 0) return
    const old = isObject(spot.old) ? spot.old : {}
    for (const name of Object.keys(object).sort()) {
      const value = object[name]
      const node = values ?? fields.get(name)
      if (value === undefined || node === undefined) continue
      const path = values !== undefined ? `${spot.path}[${name}]` : childOf(spot.path, name)
      const before = Object.hasOwn(old, name) ? old[name] : undefined
      this.check(node, { value, old: before, path, ratchet: spot.ratchet.field(name) })
    }
  }
}

/** The items that a list had, found by their keys; only those of map lists can be told apart. */
class OldItems {
  readonly #keys: readonly string[]
  readonly #items = new Map<string, JsonValue>()

  constructor(items: readonly JsonValue[], { listType, listMapKeys = [] }: Schema) {
    this.#keys = listType === 'map' ? listMapKeys : []
    for (const item of items) {
      const key = this.#keyOf(item)
      if (key !== undefined && !this.#items.has(key)) this.#items.set(key, item)
    }
  }

  find(item: JsonValue): JsonValue | undefined {
    const key = this.#keyOf(item)
    return key === undefined ? undefined : this.#items.get(key)
  }

  #keyOf(item: JsonValue): string | undefined {
    if (!isObject(item) || this.#keys.length === 0) return undefined
    const values = this.#keys.map((name) => item[name] ?? null)
    return values.some((value) => value === null || typeof value === 'object') ? undefined : jsonText(values)
  }
}

function childOf(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}
