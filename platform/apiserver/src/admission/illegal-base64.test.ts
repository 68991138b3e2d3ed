import { describe, expect, it } from 'vitest'
import { illegalBase64 } from './illegal-base64.ts'

describe('illegalBase64', () => {
  // As Go 1.26 has it.
  it.each([
    ['***', 0],
    ['YQ', 0],
    ['YQ=', 3],
    ['YQ==', undefined],
    ['YWI=', undefined],
    ['YWJj', undefined],
    ['YW*j', 2],
    ['YWJjZ', 4],
    ['YWJjZG', 4],
    ['=', 0],
    ['====', 0],
    ['YQ=a', 2],
    ['YQ==YQ==', 4],
    ['Y\nQ==', undefined],
    ['YW\r\nJj', undefined],
    ['Y', 0],
    ['YWI', 0],
    ['YQ===', 4],
    ['Y=Q=', 1],
    ['YWJj====', 4],
    ['YWJj*', 4],
    ['aGVsbG8gd29ybGQ', 12],
  ])('says where %j is wrong: %s', (text, place) => {
    expect(illegalBase64(text)).toBe(place)
  })
})
