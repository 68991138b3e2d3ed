import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../json/json-value.ts'
import { checkRules } from './check-rules.ts'

const rules = (...texts: string[]) => ({ 'x-kubernetes-validations': texts.map((rule) => ({ rule })) })
const object = (properties: JsonObject, more: JsonObject = {}) => ({ type: 'object', properties, ...more })
const fieldsOf = (errors: readonly { readonly field: string }[]) => errors.map(({ field }) => field)

describe('checkRules', () => {
  const nested = object(
    { a: { type: 'integer', ...rules('self.x') }, b: object({}, rules('self.y')) },
    rules('self.z'),
  )

  it('looks at parts before the whole', () => {
    expect(fieldsOf(checkRules(nested, { path: '$' }))).toEqual([
      '$.properties[a].x-kubernetes-validations[0].rule',
      '$.properties[b].x-kubernetes-validations[0].rule',
      '$.x-kubernetes-validations[0].rule',
    ])
  })

  it('does not compile rules at or above a place where something else is wrong', () => {
    const found = [{ field: '$.properties[b].type', type: 'FieldValueRequired', detail: '' } as const]
    expect(fieldsOf(checkRules(nested, { path: '$', found }))).toEqual([
      '$.properties[a].x-kubernetes-validations[0].rule',
    ])
  })

  it('reads only the texts of rules in a schema that is not structural', () => {
    const schema = object({ a: { type: 'integer', ...rules('self.x', ' ') } })
    expect(fieldsOf(checkRules(schema, { path: '$', isStructural: false }))).toEqual([
      '$.properties[a].x-kubernetes-validations[1].rule',
    ])
  })

  it('lets a rule cost too much that was there before, but not all rules together', () => {
    const one = { type: 'array', items: { type: 'integer' }, ...rules('self.all(x, x > 1 && x < 20)') }
    const some = object({ a: one })
    const many = object(Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`f${at}`, one])))
    expect(checkRules(some, { path: '$' })).toHaveLength(1)
    expect(checkRules(some, { path: '$', isUnchanged: true })).toEqual([])
    expect(
      checkRules(many, { path: '$', isUnchanged: true }).map(({ detail }) => detail.slice(0, 40)),
    ).toEqual([
      ...Array(4).fill('contributed to estimated rule cost total'),
      'x-kubernetes-validations estimated rule ',
    ])
  })

  it('says nothing of a schema without rules', () => {
    expect(checkRules(object({ a: { type: 'nonsense' } }), { path: '$' })).toEqual([])
  })
})
