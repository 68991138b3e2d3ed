import type { JsonObject } from '../json/json-value.ts'
import { ApiError } from '../status/api-error.ts'
import { type LabelRequirement, meetsRequirement } from './label-requirement.ts'
import { LabelSelectorParser } from './label-selector-parser.ts'

const NO_LABELS: JsonObject = {}

/** Which objects are meant, by their labels: those that meet every requirement. */
export class LabelSelector {
  readonly requirements: readonly LabelRequirement[]

  constructor(requirements: readonly LabelRequirement[]) {
    this.requirements = requirements
  }

  /** Whether it asks for nothing, so that everything matches. */
  get isEmpty(): boolean {
    return this.requirements.length === 0
  }

  matches(labels: JsonObject | undefined): boolean {
    return this.requirements.every((requirement) => meetsRequirement(labels ?? NO_LABELS, requirement))
  }
}

/** Reads `app=web,tier in (a, b),!old`; throws an ApiError 400 in Kubernetes' words. */
export function parseLabelSelector(text: string): LabelSelector {
  const outcome = new LabelSelectorParser(text).parse()
  if (typeof outcome === 'string') throw new ApiError(outcome, { code: 400, reason: 'BadRequest' })
  return new LabelSelector(outcome)
}
