import { expect, it } from 'vitest'
import { immutableFieldErrors } from './immutable-fields.ts'

const configMap = { group: '', version: 'v1', kind: 'ConfigMap' }
const secret = { group: '', version: 'v1', kind: 'Secret' }
const detail = 'field is immutable when `immutable` is set'

it('keeps the content of a frozen object, and that it is frozen', () => {
  const before = { immutable: true, data: { a: '1' } }
  expect(immutableFieldErrors(before, { data: { a: '2' } }, configMap)).toEqual([
    { field: 'immutable', type: 'FieldValueForbidden', detail },
    { field: 'data', type: 'FieldValueForbidden', detail },
  ])
  expect(immutableFieldErrors(before, { ...before, metadata: { labels: { a: 'b' } } }, configMap)).toEqual([])
})

it('lets an object that is not frozen change', () => {
  expect(immutableFieldErrors({ data: { a: '1' } }, { data: {}, immutable: true }, configMap)).toEqual([])
})

it('keeps the type of a secret', () => {
  expect(immutableFieldErrors({ type: 'Opaque' }, { type: 'x' }, secret)).toEqual([
    { field: 'type', type: 'FieldValueInvalid', value: '"x"', detail: 'field is immutable' },
  ])
})
