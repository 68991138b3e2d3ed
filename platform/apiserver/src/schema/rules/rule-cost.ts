import type { FieldError } from '../../status/field-error.ts'
import type { Schema } from '../schema.ts'
import { forbidden } from '../structural/complaints.ts'

/** What one expression of a CRD may cost by estimate, and all expressions of one schema together. */
const RULE_LIMIT = 10_000_000
const TOTAL_LIMIT = 100_000_000

/** Estimates end here, as Kubernetes' do. */
const MOST = 2 ** 64

/** Adds up what the rules of one schema cost by estimate. */
export class TotalCost {
  #total = 0
  #worst: { readonly path: string; readonly cost: number }[] = []

  add(path: string, cost: number): void {
    this.#total = Math.min(MOST, this.#total + cost)
    if (cost < TOTAL_LIMIT / 100) return
    this.#worst = [...this.#worst, { path, cost }].sort((a, b) => b.cost - a.cost).slice(0, 4)
  }

  /** Names the four that cost most, if all cost too much. */
  check(path: string): readonly FieldError[] {
    if (this.#total <= TOTAL_LIMIT) return []
    const part = 'contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema'
    const what = 'x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema'
    return [
      ...this.#worst.map((rule) => forbidden(rule.path, part)),
      forbidden(path, tooMuch(what, this.#total / TOTAL_LIMIT)),
    ]
  }
}

/** Refuses an expression that costs too much by itself; `what` names the estimate. */
export function checkCost(what: string, cost: number, path: string): readonly FieldError[] {
  return cost <= RULE_LIMIT ? [] : [forbidden(path, tooMuch(what, cost / RULE_LIMIT))]
}

export function timesAtMost(cost: number, times: number): number {
  return Math.min(MOST, cost * times)
}

/** How often a value inside can be there for each value of the schema; undefined where nothing says. */
export function mostInside({
  type,
  additionalProperties,
  maxProperties,
  maxItems,
}: Schema): number | undefined {
  const limit = type === 'array' ? maxItems : maxProperties
  const isMany = type === 'array' || (type === 'object' && additionalProperties !== undefined)
  if (!isMany) return 1
  return limit === undefined ? undefined : Math.max(0, limit)
}

function tooMuch(what: string, factor: number): string {
  const text = factor > 100 ? 'more than 100x' : `${factor.toFixed(factor < 1.5 ? 6 : 1)}x`
  const hint =
    'try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared'
  return `${what} exceeds budget by factor of ${text} (${hint})`
}
