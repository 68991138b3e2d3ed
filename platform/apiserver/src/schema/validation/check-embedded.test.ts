import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../json/json-value.ts'
import { bodyOf, type FieldError } from '../../status/field-error.ts'
import { compileSchema } from '../compile-schema.ts'
import { schemaOf } from '../schema-of.ts'
import { checkEmbedded } from './check-embedded.ts'

const embedded = {
  type: 'object',
  'x-kubernetes-embedded-resource': true,
  'x-kubernetes-preserve-unknown-fields': true,
}
const schema = schemaOf({
  type: 'object',
  properties: {
    spec: { type: 'object', properties: { embedded, list: { type: 'array', items: embedded } } },
  },
})

/** What kube-apiserver 1.34.2 said of an embedded resource. */
const ANSWERS: readonly (readonly [JsonObject, ...string[]])[] = [
  [{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x', bogus: 1, labels: {} }, spec: { a: 1 } }],
  [
    {},
    'FieldValueRequired spec.embedded.apiVersion: Required value',
    'FieldValueRequired spec.embedded.kind: Required value',
  ],
  [
    { apiVersion: 'v1', kind: 'po d' },
    "FieldValueInvalid spec.embedded.kind: Invalid value: \"po d\": may have mixed case, but should otherwise match: a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
  ],
  [
    { apiVersion: 'a/b/c', kind: '' },
    'FieldValueInvalid spec.embedded.apiVersion: Invalid value: "a/b/c": unexpected GroupVersion string: a/b/c',
    'FieldValueInvalid spec.embedded.kind: Invalid value: "": must not be empty',
  ],
  [{ apiVersion: 'v1', kind: 'Pod', metadata: { labels: { a: 'b' }, creationTimestamp: null } }],
]

describe('an embedded resource', () => {
  it.each(ANSWERS)('is checked as by Kubernetes: %j', (value, ...errors) => {
    const resource = { apiVersion: 'a/v1', kind: 'A', spec: { embedded: value } }
    expect(compileSchema(schema).validate(resource).map(textOf)).toEqual(errors)
  })

  it('is found in lists, too', () => {
    const value = {
      spec: {
        list: [
          { apiVersion: 'v1', kind: 'Pod' },
          { apiVersion: 5, kind: 'Pod' },
        ],
      },
    }
    expect(checkEmbedded(value, schema, { path: '', checkMetadata: () => [] }).map(textOf)).toEqual([
      'FieldValueInvalid spec.list[1].apiVersion: Invalid value: 5: must be a string',
    ])
  })

  it('has its metadata checked by whoever knows how', () => {
    const value = { spec: { embedded: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a/b' } } } }
    const checked = compileSchema(schema, {
      checkMetadata: ({ name }, field) => [
        { field: `${field}.name`, type: 'FieldValueInvalid', value: JSON.stringify(name), detail: 'no' },
      ],
    })
    expect(checked.validate(value).map(textOf)).toEqual([
      'FieldValueInvalid spec.embedded.metadata.name: Invalid value: "a/b": no',
    ])
  })
})

function textOf(error: FieldError): string {
  return `${error.type} ${error.field}: ${bodyOf(error)}`
}
