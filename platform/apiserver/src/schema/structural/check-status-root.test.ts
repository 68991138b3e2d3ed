import { describe, expect, it } from 'vitest'
import { checkStructural } from '../check-structural.ts'

const path = 'spec.validation.openAPIV3Schema'

describe('the root of a schema with a status of its own', () => {
  it('is an object', () => {
    const [error] = checkStructural({ type: 'array', items: { type: 'string' } }, { path, hasStatus: true })
    expect(error).toEqual({
      field: 'spec.validation.openAPIV3Schema.type',
      type: 'FieldValueInvalid',
      value: '"array"',
      detail:
        'only "object" is allowed as the type at the root of the schema if the status subresource is enabled',
    })
  })

  it('has no branches, as they could not be told from those of the status', () => {
    const [error] = checkStructural(
      { type: 'object', anyOf: [{ required: ['x'] }] },
      { path, hasStatus: true },
    )
    expect(error?.field).toBe(path)
    expect(error?.detail).toBe(
      'only [Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties ExternalDocs Example XPreserveUnknownFields XValidations] fields are allowed at the root of the schema if the status subresource is enabled',
    )
  })

  it('may describe, require and preserve', () => {
    const schema = {
      type: 'object',
      description: 'x',
      required: ['spec'],
      'x-kubernetes-preserve-unknown-fields': true,
    }
    expect(checkStructural(schema, { path, hasStatus: true })).toEqual([])
  })
})
