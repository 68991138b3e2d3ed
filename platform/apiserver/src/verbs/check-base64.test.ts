import { describe, expect, it } from 'vitest'
import { illegalBase64 } from './check-base64.ts'

const schema = { type: 'object', additionalProperties: { type: 'string', format: 'byte' } } as const

describe('illegalBase64', () => {
  it.each(['', 'YQ==', 'YWI=', 'YWJj', 'YW\nJj\n'])('takes "%s"', (text) => {
    expect(illegalBase64({ a: text }, schema)).toBeUndefined()
  })

  it.each([
    ['not!', 3],
    ['n', 0],
    ['YQ=', 3],
    ['YQ', 0],
    ['YWJjZ', 4],
    ['Y===', 1],
    ['YQ==YQ==', 4],
  ])('names the byte at which "%s" stops being base64', (text, at) => {
    expect(illegalBase64({ a: text }, schema)).toBe(`illegal base64 data at input byte ${at}`)
  })
})
