import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../json/json-value.ts'
import { bodyOf, type FieldError } from '../../status/field-error.ts'
import { applyDefaults } from '../apply-defaults.ts'
import { checkStructural } from '../check-structural.ts'
import type { Schema } from '../schema.ts'
import { schemaOf } from '../schema-of.ts'
import { checkOpenApi } from '../structural/check-open-api.ts'
import { validate } from '../validate.ts'
import { checkDefaultRules } from './check-default-rules.ts'
import { checkRules } from './check-rules.ts'
import { evaluateRules } from './evaluate-rules.ts'

/** A field, a reason and a message, as kube-apiserver 1.34.2 told them; `$` is where the schema of a CRD stands. */
type Cause = readonly [string, string, string]

interface RecordedDefinition {
  readonly name: string
  readonly schema: JsonObject
  readonly causes: readonly Cause[]
}

interface RecordedObjects {
  readonly name: string
  readonly schema: JsonObject
  readonly steps: readonly RecordedStep[]
}

interface RecordedStep {
  readonly object: JsonObject
  /** What stood there before, on an update. */
  readonly old?: JsonObject
  readonly causes: readonly Cause[]
  readonly warnings?: readonly string[]
}

function recorded<T>(file: string): T[] {
  const lines = readFileSync(new URL(file, import.meta.url), 'utf8')
    .trim()
    .split('\n')
  return lines.map((line) => JSON.parse(line) as T)
}

/** Kubernetes walks maps in no order. */
function causesOf(errors: readonly FieldError[]): ReadonlySet<string> {
  return new Set(errors.map((error) => `${error.field} ${error.type} ${bodyOf(error)}`))
}

function textsOf(causes: readonly Cause[]): ReadonlySet<string> {
  return new Set(causes.map((cause) => cause.join(' ')))
}

function defaultErrors(schema: Schema, path: string): readonly FieldError[] {
  const { items, properties = {} } = schema
  return [
    ...checkDefaultRules(schema, { path: `${path}.default` }),
    ...(items === undefined ? [] : defaultErrors(items, `${path}.items`)),
    ...Object.entries(properties).flatMap(([name, each]) =>
      defaultErrors(each, `${path}.properties[${name}]`),
    ),
  ]
}

describe('checkRules', () => {
  it.each(recorded<RecordedDefinition>('recorded-crds.jsonl').map((each) => [each.name, each] as const))(
    'says of a schema what the real server says: %s',
    (_, { schema, causes }) => {
      const structural = checkStructural(schema, { path: '$' })
      const found = checkOpenApi({ schema, path: '$' })
      const defaults = structural.length > found.length ? [] : defaultErrors(schemaOf(schema), '$')
      const isStructural = structural.length === found.length && defaults.length === 0
      const rules = checkRules(schema, { path: '$', found, isStructural })
      expect(causesOf([...structural, ...defaults, ...rules])).toEqual(textsOf(causes))
    },
  )
})

const objects = recorded<RecordedObjects>('recorded-objects.jsonl').flatMap(({ name, schema, steps }) =>
  steps.map((step, at) => [`${name} ${at}`, schemaOf(schema), step] as const),
)

describe('evaluateRules', () => {
  it.each(objects)('says of an object what the real server says: %s', (_, schema, step) => {
    const meta = { apiVersion: 'p.example/v1', kind: 'Thing', metadata: { name: 'o1' } }
    const whole = (object: JsonObject) => applyDefaults({ ...meta, ...object }, schema)
    const update = step.old === undefined ? {} : { old: whole(step.old) }
    const object = whole(step.object)
    const found = validate(object, schema, update)
    const { errors, warnings } = evaluateRules(schema, { object, ...update, found })
    expect(causesOf([...found, ...errors])).toEqual(textsOf(step.causes))
    expect(warnings).toEqual(step.warnings ?? [])
  })
})
