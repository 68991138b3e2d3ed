import { isSame } from '../../json/json-value.ts'
import type { FieldError } from '../../status/field-error.ts'
import type { CompilePattern } from '../compile-pattern.ts'
import { pruneDefault } from '../prune.ts'
import { checkDefaultRules } from '../rules/check-default-rules.ts'
import type { Schema } from '../schema.ts'
import { type CheckMetadata, checkEmbedded } from '../validation/check-embedded.ts'
import { fieldErrorOf } from '../validation/finding.ts'
import { Findings } from '../validation/findings.ts'
import { ValueValidator } from '../validation/value-validator.ts'
import { invalid } from './complaints.ts'

interface Place {
  readonly path: string
  readonly compilePattern: CompilePattern
  readonly checkMetadata?: CheckMetadata
  /** Inside of apiVersion, kind or metadata of a resource. */
  readonly inMeta?: boolean
  readonly isRoot?: boolean
}

/** Checks that the defaults of a structural schema are values that it allows, and have no fields that it drops. */
export function checkDefaultValues(schema: Schema, place: Place): readonly FieldError[] {
  const { path } = place
  const isResource = place.isRoot === true || schema.embeddedResource === true
  const inside: Place = { ...place, isRoot: false, inMeta: place.inMeta === true && !isResource }
  const errors = [...checkDefault(isResource ? { ...schema, embeddedResource: true } : schema, inside)]
  const { items, properties = {} } = schema
  if (items !== undefined) errors.push(...checkDefaultValues(items, { ...inside, path: `${path}.items` }))
  for (const [name, property] of Object.entries(properties).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const isMeta = isResource && ['apiVersion', 'kind', 'metadata'].includes(name)
    const inMeta = isMeta || inside.inMeta === true
    errors.push(...checkDefaultValues(property, { ...inside, path: `${path}.properties[${name}]`, inMeta }))
  }
  return errors
}

function checkDefault(schema: Schema, place: Place): readonly FieldError[] {
  const { default: value } = schema
  if (value === undefined || value === null) return []
  const at = `${place.path}.default`
  const errors: FieldError[] = []
  if (!place.inMeta && !isSame(pruneDefault(value, schema), value)) {
    errors.push(invalid(at, value, 'must not have unknown fields'))
  }
  const wrongMeta = checkEmbedded(value, schema, {
    path: at,
    checkMetadata: place.checkMetadata ?? (() => []),
  })
  if (wrongMeta.length > 0) return [...errors, ...wrongMeta]
  const found = new Findings()
  new ValueValidator(schema, { compilePattern: place.compilePattern, isDefault: true }).check(
    value,
    '',
    found,
  )
  const wrong = found.list.map((finding) => fieldErrorOf(finding, at))
  return [...errors, ...(wrong.length > 0 ? wrong : checkDefaultRules(schema, { path: at }))]
}
