import type { JsonValue } from '../json/json-value.ts'

/**
 * The shape of a value, as apply, patches, pruning, defaulting and validation need it; of built-in kinds and of custom
 * ones alike. `schemaOf` reads it from a CRD's openAPIV3Schema, the built-ins' come from a table.
 */
export interface Schema {
  readonly type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean'
  readonly format?: string
  readonly description?: string
  readonly title?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema | boolean
  readonly items?: Schema
  readonly required?: readonly string[]
  readonly nullable?: boolean
  readonly default?: JsonValue
  readonly example?: JsonValue
  readonly enum?: readonly JsonValue[]
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: boolean
  readonly exclusiveMaximum?: boolean
  readonly multipleOf?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly minProperties?: number
  readonly maxProperties?: number
  readonly allOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly not?: Schema
  /** x-kubernetes-preserve-unknown-fields: nothing below is pruned unless a schema says so. */
  readonly preserveUnknownFields?: boolean
  /** x-kubernetes-embedded-resource: has apiVersion, kind and metadata of its own. */
  readonly embeddedResource?: boolean
  /** x-kubernetes-int-or-string. */
  readonly intOrString?: boolean
  /** x-kubernetes-list-type; absent means atomic. */
  readonly listType?: 'atomic' | 'set' | 'map'
  readonly listMapKeys?: readonly string[]
  /** x-kubernetes-map-type; absent means granular. */
  readonly mapType?: 'granular' | 'atomic'
  /** x-kubernetes-patch-strategy and -merge-key, of built-ins only. */
  readonly patchStrategy?: string
  readonly patchMergeKey?: string
  readonly validations?: readonly ValidationRule[]
}

/** One entry of x-kubernetes-validations. */
export interface ValidationRule {
  readonly rule: string
  readonly message?: string
  readonly messageExpression?: string
  readonly reason?: string
  readonly fieldPath?: string
  readonly optionalOldSelf?: boolean
}
