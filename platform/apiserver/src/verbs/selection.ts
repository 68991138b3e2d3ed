import type { ApiObject } from '../resources/api-object.ts'
import type { Resource } from '../resources/resource.ts'
import {
  type FieldSelector,
  type FieldSelectorOptions,
  parseFieldSelector,
} from '../selectors/field-selector.ts'
import { type LabelSelector, parseLabelSelector } from '../selectors/label-selector.ts'
import { keyOfObject } from '../storage/object-codec.ts'
import type { RequestContext } from './request-context.ts'

/** Which objects of a collection a request is about. */
export class Selection {
  /** Whether it may leave anything out. */
  readonly selects: boolean
  readonly #resource: Resource
  readonly #name: string
  readonly #labels: LabelSelector | undefined
  readonly #fields: FieldSelector | undefined

  constructor(context: RequestContext) {
    const { query } = context.request
    const [labels, fields] = [query.get('labelSelector') ?? '', query.get('fieldSelector') ?? '']
    this.#resource = context.resource
    this.#name = context.name
    this.#labels = labels === '' ? undefined : parseLabelSelector(labels)
    this.#fields = fields === '' ? undefined : parseFieldSelector(fields, optionsOf(context.resource))
    this.selects = this.#name !== '' || this.#labels !== undefined || this.#fields !== undefined
  }

  matches(object: ApiObject): boolean {
    if (this.#name !== '' && object.metadata.name !== this.#name) return false
    if (this.#labels?.matches(object.metadata.labels ?? {}) === false) return false
    return this.#fields?.matches(object) ?? true
  }

  /** Where the object is stored: what a list goes on after. */
  keyOf(object: ApiObject): string {
    return keyOfObject(this.#resource, object)
  }
}

export function selectionOf(context: RequestContext): Selection {
  return new Selection(context)
}

/** Kinds without a table of their own word their complaints differently; every custom one has a table. */
function optionsOf({ fields }: Resource): FieldSelectorOptions {
  return fields === undefined ? {} : { fields }
}
