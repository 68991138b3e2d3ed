import { isList, isObject, isSame, type JsonObject, type JsonValue } from '../../json/json-value.ts'
import type { FieldError } from '../../status/field-error.ts'
import type { CompilePattern } from '../compile-pattern.ts'
import { forbidden, invalid } from './complaints.ts'
import { branchesOf, isSet, type Part, partOf, propertiesOf, propertyOf } from './parts-of.ts'

/** Checks that what stands below allOf, anyOf, oneOf and not only restricts values, and never describes them. */
export function checkNested(
  schema: JsonObject,
  path: string,
  compilePattern: CompilePattern,
): readonly FieldError[] {
  return checkJunctors({ schema: withoutIntOrString(schema), path }, compilePattern)
}

function checkJunctors({ schema, path }: Part, compilePattern: CompilePattern): readonly FieldError[] {
  const branches = [
    ...['anyOf', 'allOf', 'oneOf'].flatMap((junctor) => branchesOf(schema, junctor, path)),
    ...partOf(schema, 'not', path),
  ]
  return [
    ...branches.flatMap((branch) => checkBranch(branch, compilePattern)),
    ...checkPattern(schema, path, compilePattern),
  ]
}

/** Leaves out the one junctor with types that is structural: any of integer and string, itself or first of all. */
function withoutIntOrString(schema: JsonObject): JsonObject {
  const { anyOf, allOf, ...rest } = schema
  const [first, ...others] = isList(allOf) ? allOf : []
  const inAll = isObject(first) && isIntOrString(first.anyOf)
  return {
    ...rest,
    ...(!isIntOrString(anyOf) && { anyOf }),
    allOf: inAll ? [{ ...first, anyOf: undefined }, ...others] : allOf,
  }
}

function isIntOrString(branches: JsonValue | undefined): boolean {
  return isSame(branches, [{ type: 'integer' }, { type: 'string' }])
}

const MUST_BE_EMPTY: readonly (readonly [string, string])[] = [
  ['type', 'empty'],
  ['additionalProperties', 'undefined'],
  ['default', 'undefined'],
  ['title', 'empty'],
  ['description', 'empty'],
  ['nullable', 'false'],
  ['x-kubernetes-preserve-unknown-fields', 'false'],
  ['x-kubernetes-embedded-resource', 'false'],
  ['x-kubernetes-int-or-string', 'false'],
  ['x-kubernetes-list-map-keys', 'empty'],
  ['x-kubernetes-list-type', 'undefined'],
  ['x-kubernetes-map-type', 'undefined'],
  ['x-kubernetes-validations', 'empty'],
]

function checkBranch({ schema, path }: Part, compilePattern: CompilePattern): readonly FieldError[] {
  const errors: FieldError[] = [...checkJunctors({ schema, path }, compilePattern)]
  for (const part of [...partOf(schema, 'items', path), ...propertiesOf(schema, path)]) {
    errors.push(...checkBranch(part, compilePattern))
  }
  for (const [name, state] of MUST_BE_EMPTY) {
    const stands = name === 'default' ? isDefault(schema.default) : isSet(schema[name])
    if (stands) errors.push(forbidden(`${path}.${name}`, `must be ${state} to be structural`))
  }
  if (propertyOf(schema, 'metadata') !== undefined) {
    errors.push(forbidden(`${path}.properties[metadata]`, 'must not be specified in a nested context'))
  }
  return errors
}

function isDefault(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== null
}

function checkPattern(
  { pattern }: JsonObject,
  path: string,
  compilePattern: CompilePattern,
): readonly FieldError[] {
  if (typeof pattern !== 'string' || pattern === '') return []
  try {
    compilePattern(pattern)
    return []
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    const detail = `must be a valid regular expression, but isn't: ${why}`
    return [invalid(`${path}.pattern`, pattern, detail)]
  }
}
