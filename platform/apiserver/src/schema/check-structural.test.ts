import { describe, expect, it } from 'vitest'
import { bodyOf } from '../status/field-error.ts'
import { checkStructural } from './check-structural.ts'

const path = 'spec.versions[0].schema.openAPIV3Schema'

describe('checkStructural', () => {
  it('says where in the CRD a schema is wrong', () => {
    const said = checkStructural({ type: 'object', properties: { spec: {} } }, { path })
    expect(said.map((error) => `${error.field}: ${bodyOf(error)}`)).toEqual([
      'spec.versions[0].schema.openAPIV3Schema.properties[spec].type: Required value: must not be empty for specified object fields',
    ])
  })

  it('sorts what is not structural, then says what OpenAPI does not allow', () => {
    const schema = {
      type: 'object',
      properties: {
        b: {},
        a: { type: 'array' },
        c: { type: 'array', items: { type: 'string' }, uniqueItems: true },
      },
    }
    expect(checkStructural(schema, { path: '$' }).map(({ field }) => field)).toEqual([
      '$.properties[a].items',
      '$.properties[b].type',
      '$.properties[c].uniqueItems',
    ])
  })

  it('looks at defaults only once the schema is structural', () => {
    const wrongDefault = { type: 'integer', default: 'x' }
    const fieldsOf = (properties: Record<string, { type?: string }>) =>
      checkStructural({ type: 'object', properties }, { path: '$' }).map(({ field }) => field)
    expect(fieldsOf({ a: wrongDefault, b: {} })).toEqual(['$.properties[b].type'])
    expect(fieldsOf({ a: wrongDefault })).toEqual(['$.properties[a].default'])
  })

  it('refuses a pattern that does not compile, in the words of whoever compiles', () => {
    const compilePattern = () => {
      throw new Error('no such thing')
    }
    const schema = { type: 'object', properties: { a: { type: 'string', pattern: 'x' } } }
    expect(checkStructural(schema, { path: '$', compilePattern }).map(bodyOf)).toEqual([
      'Invalid value: "x": must be a valid regular expression, but isn\'t: no such thing',
    ])
  })

  it('takes a schema that uses every kind of field', () => {
    const schema = {
      type: 'object',
      properties: {
        spec: {
          type: 'object',
          properties: {
            a: { type: 'integer', default: 1, minimum: 0 },
            b: { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] },
            c: { type: 'object', additionalProperties: { type: 'string' } },
            d: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
          },
          oneOf: [{ required: ['a'] }, { properties: { c: { minProperties: 1 } } }],
        },
      },
    }
    expect(checkStructural(schema, { path })).toEqual([])
  })
})
