import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../json/json-value.ts'
import { bodyOf } from '../../status/field-error.ts'
import { schemaOf } from '../schema-of.ts'
import { malformedEmbedded } from './malformed-embedded.ts'

const tree = {
  type: 'object',
  'x-kubernetes-embedded-resource': true,
  'x-kubernetes-preserve-unknown-fields': true,
}
const schema = schemaOf({
  type: 'object',
  properties: {
    spec: { type: 'object', properties: { tree, forest: { type: 'array', items: tree } } },
  },
})

describe('malformedEmbedded', () => {
  it.each([
    [{ apiVersion: 5, kind: 'X' }, 'spec.tree.apiVersion: Invalid value: 5: must be a string'],
    [
      { apiVersion: 'v1', kind: 'X', metadata: 'x' },
      'spec.tree.metadata: Invalid value: "x": json: cannot unmarshal string into Go value of type v1.ObjectMeta',
    ],
  ])('says of %j what Kubernetes says', (value, text) => {
    expect(textOf({ spec: { tree: value } })).toBe(text)
  })

  it('finds one in a list', () => {
    expect(textOf({ spec: { forest: [{}, { kind: true }] } })).toBe(
      'spec.forest[1].kind: Invalid value: true: must be a string',
    )
  })

  it('finds nothing in resources that are well formed, and leaves the rest to validation', () => {
    expect(textOf({ spec: { tree: { apiVersion: 'v1', kind: '', metadata: {} } } })).toBeUndefined()
    expect(textOf({ apiVersion: 5, spec: {} })).toBeUndefined()
  })
})

function textOf(value: JsonValue): string | undefined {
  const error = malformedEmbedded(value, schema)
  return error && `${error.field}: ${bodyOf(error)}`
}
