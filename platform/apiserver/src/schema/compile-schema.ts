import type { JsonValue } from '../json/json-value.ts'
import type { FieldError } from '../status/field-error.ts'
import { applyDefaults, fillDefaults } from './apply-defaults.ts'
import { type CompilePattern, compilePattern } from './compile-pattern.ts'
import { type Pruned, prune } from './prune.ts'
import type { Schema } from './schema.ts'
import { type CheckMetadata, checkEmbedded } from './validation/check-embedded.ts'
import { checkLists, hasKeyedLists } from './validation/check-lists.ts'
import { Correlation } from './validation/correlation.ts'
import { fieldErrorOf } from './validation/finding.ts'
import { Findings } from './validation/findings.ts'
import { ValueValidator } from './validation/value-validator.ts'

export interface CompileOptions {
  /** Default: JavaScript's RegExp. */
  readonly compilePattern?: CompilePattern
  /** Checks metadata of embedded resources. Default: everything passes. */
  readonly checkMetadata?: CheckMetadata
}

export interface ValidateOptions {
  /** What stood there before: what did not change may stay wrong. */
  readonly old?: JsonValue
  /** Where the value stands in its resource, such as `status`. Default: it is the resource. */
  readonly at?: string
}

/** A schema made ready for many values. */
export interface CompiledSchema {
  readonly schema: Schema
  prune(value: JsonValue): Pruned
  applyDefaults(value: JsonValue): JsonValue
  /** Leaves nulls that may not be. */
  fillDefaults(value: JsonValue): JsonValue
  /** What Kubernetes says of the value, in its order; CEL rules are not run. */
  validate(value: JsonValue, options?: ValidateOptions): readonly FieldError[]
}

const NONE: readonly FieldError[] = []

/** Compiles patterns, formats and branches of a schema once. */
export function compileSchema(schema: Schema, options: CompileOptions = {}): CompiledSchema {
  const { checkMetadata = () => NONE } = options
  const validator = new ValueValidator(schema, { compilePattern, ...options })
  const hasEmbedded = embedsAnywhere(schema)
  const isKeyed = hasKeyedLists(schema)
  return {
    schema,
    prune: (value) => prune(value, schema),
    applyDefaults: (value) => applyDefaults(value, schema),
    fillDefaults: (value) => fillDefaults(value, schema),
    validate(value, { old, at = '' } = {}) {
      const found = new Findings()
      validator.check(value, '', found, old === undefined ? undefined : new Correlation(schema, value, old))
      const errors = found.list.length === 0 ? NONE : found.list.map((finding) => fieldErrorOf(finding, at))
      if (!hasEmbedded && !isKeyed) return errors
      return [
        ...errors,
        ...(hasEmbedded ? checkEmbedded(value, schema, { path: at, checkMetadata }) : NONE),
        ...(isKeyed && (old === undefined || checkLists(old, schema, at).length === 0)
          ? checkLists(value, schema, at)
          : NONE),
      ]
    },
  }
}

function embedsAnywhere({ embeddedResource, items, additionalProperties, properties = {} }: Schema): boolean {
  const parts = [items, additionalProperties, ...Object.values(properties)]
  return embeddedResource === true || parts.some((part) => typeof part === 'object' && embedsAnywhere(part))
}
