import { describe, expect, it } from 'vitest'
import type { Schema } from '../schema.ts'
import { fieldPathOf } from './field-path-of.ts'

const integer: Schema = { type: 'integer' }
const schema: Schema = {
  type: 'object',
  properties: {
    a: { type: 'object', properties: { b: integer, "it's": integer, 'x.y': integer } },
    m: { type: 'object', additionalProperties: { type: 'object', properties: { c: integer } } },
    l: { type: 'array', items: integer },
    free: { type: 'object', additionalProperties: true },
  },
}

describe('fieldPathOf', () => {
  it.each([
    ['.a', 'a'],
    ['.a.b', 'a.b'],
    ["['a'].b", 'a.b'],
    [".a['x.y']", 'a.x.y'],
    [".a['it\\'s']", "a.it's"],
    ['.m.k', 'm[k]'],
    [".m['k k'].c", 'm[k k].c'],
    ['.free.x', 'free[x]'],
  ])('reads %s', (text, path) => {
    expect(fieldPathOf(text, schema)).toBe(path)
  })

  it.each([
    'a',
    '.',
    '.z',
    '.a.z',
    '.l[0]',
    ".l['0']",
    '[a]',
    "['a'",
    "['a']]",
    "['\\q']",
    ".a'b'",
    '.a.b.c',
    '.a..b',
  ])('refuses %s', (text) => {
    expect(fieldPathOf(text, schema)).toBeUndefined()
  })
})
