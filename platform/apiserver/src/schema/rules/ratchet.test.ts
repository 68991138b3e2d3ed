import { describe, expect, it } from 'vitest'
import type { Schema } from '../schema.ts'
import { Correlation } from '../validation/correlation.ts'
import { Ratchet } from './ratchet.ts'

const integer: Schema = { type: 'integer' }
const schema: Schema = {
  type: 'object',
  properties: {
    kind: { type: 'string' },
    a: integer,
    l: { type: 'array', items: integer },
    m: {
      type: 'array',
      listType: 'map',
      listMapKeys: ['k'],
      items: { type: 'object', properties: { k: integer, v: integer } },
    },
  },
}

describe('Ratchet', () => {
  const old = {
    kind: 'A',
    a: 1,
    l: [1, 2],
    m: [
      { k: 1, v: 1 },
      { k: 2, v: 1 },
    ],
  }
  const value = {
    kind: 'A',
    a: 1,
    l: [1, 2],
    m: [
      { k: 2, v: 1 },
      { k: 1, v: 2 },
      { k: 3, v: 1 },
    ],
  }
  const ratchet = new Ratchet(() => new Correlation(schema, value, old))

  it('finds items of map lists by their keys', () => {
    expect(ratchet.field('m').item(0).isUnchanged()).toBe(true)
    expect(ratchet.field('m').item(1).isUnchanged()).toBe(false)
    expect(ratchet.field('m').item(2).isUnchanged()).toBe(false)
  })

  it('takes items of other lists for unchanged only if the whole list is', () => {
    expect(ratchet.field('l').item(0).isUnchanged()).toBe(true)
    const longer = new Ratchet(() => new Correlation(schema, { ...value, l: [1, 2, 3] }, old))
    expect(longer.field('l').item(0).isUnchanged()).toBe(false)
  })

  it('takes a field for changed if it or the object above is new', () => {
    expect(ratchet.field('a').isUnchanged()).toBe(true)
    expect(ratchet.isUnchanged()).toBe(false)
    expect(ratchet.field('b').isUnchanged()).toBe(false)
    expect(Ratchet.none().field('a').isUnchanged()).toBe(false)
  })

  it('never takes kind and apiVersion of a resource for unchanged', () => {
    expect(ratchet.field('kind').isUnchanged()).toBe(false)
  })
})
