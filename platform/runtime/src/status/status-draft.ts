import type { JsonObject } from '../json/json-value.ts'
import { mergePatch } from '../json/merge-patch.ts'
import { type Condition, type ConditionStatus, setCondition } from './condition.ts'

/** The part of an object that a draft looks at. */
export interface Reported {
  readonly metadata: { readonly generation?: number | undefined }
  readonly status?: object | undefined
}

export interface ConditionText {
  readonly status: ConditionStatus | boolean
  readonly reason: string
  readonly message?: string
}

interface Held {
  readonly conditions?: readonly Condition[]
}

/**
 * Collects what a reconcile has to say about an object, and turns it into one write: a patch of what differs, or
 * nothing. What it does not mention stays as it is, so fields of others survive.
 */
export class StatusDraft<Status extends object = object, Type extends string = string> {
  readonly #before: JsonObject
  readonly #generation: number | undefined
  #after: JsonObject

  constructor({ metadata, status }: Reported) {
    this.#before = (status ?? {}) as JsonObject
    this.#after = this.#before
    this.#generation = metadata.generation
  }

  /** Sets fields; `undefined` takes one away. */
  set(fields: { readonly [Name in keyof Status]?: Status[Name] | undefined }): void {
    this.#after = { ...this.#after, ...(fields as JsonObject) }
  }

  /** Says something about the generation that was handed to the reconciler. */
  condition(type: Type, { status, reason, message = '' }: ConditionText, now: number): void {
    const held = (this.#after as Held).conditions ?? []
    const text = typeof status === 'boolean' ? (status ? 'True' : 'False') : status
    const observed = this.#generation === undefined ? {} : { observedGeneration: this.#generation }
    const conditions = setCondition(held, { type, status: text, reason, message, ...observed, now })
    this.#after = { ...this.#after, conditions: conditions as unknown as readonly JsonObject[] }
  }

  /** Notes that this generation was looked at to the end. */
  observed(): void {
    if (this.#generation === undefined) return
    this.#after = { ...this.#after, observedGeneration: this.#generation }
  }

  get status(): Status {
    return this.#after as Status
  }

  /** The merge patch for the status subresource; `undefined` if there is nothing to write. */
  patch(): { readonly status: JsonObject } | undefined {
    const status = mergePatch(this.#before, this.#after)
    return status && { status }
  }
}
