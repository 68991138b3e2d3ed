import { describe, expect, it } from 'vitest'
import { leastSize, mostCopies } from './least-size.ts'

describe('leastSize', () => {
  it.each([
    [{ type: 'string' }, 2],
    [{ type: 'string', format: 'date-time' }, 21],
    [{ type: 'string', format: 'date' }, 12],
    [{ type: 'string', format: 'duration' }, 3],
    [{ type: 'integer' }, 1],
    [{ type: 'boolean' }, 4],
    [{ intOrString: true }, 1],
    [{ type: 'array', items: { type: 'boolean' } }, 2],
    [{ type: 'object', additionalProperties: { type: 'boolean' } }, 2],
    [{ type: 'object', properties: { a: { type: 'integer' } } }, 2],
  ] as const)('of %j is %d', (schema, size) => {
    expect(leastSize(schema)).toBe(size)
  })

  it('counts fields that somebody has to send', () => {
    const properties = {
      name: { type: 'string' },
      free: { preserveUnknownFields: true },
      mode: { type: 'string', default: 'a' },
    } as const
    expect(leastSize({ type: 'object', properties, required: ['name', 'free', 'mode'] })).toBe(2 + 4 + 2 + 4)
  })
})

describe('mostCopies', () => {
  it('leaves room for a comma after each', () => {
    expect(mostCopies(2)).toBe(1_048_576)
  })
})
