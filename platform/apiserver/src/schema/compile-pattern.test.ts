import { describe, expect, it } from 'vitest'
import { compilePattern } from './compile-pattern.ts'

describe('compilePattern', () => {
  it('finds a match anywhere in the text', () => {
    expect(compilePattern('b+').test('abc')).toBe(true)
    expect(compilePattern('^b').test('abc')).toBe(false)
  })

  it('counts characters, not halves of them', () => {
    expect(compilePattern('^.$').test('😀')).toBe(true)
    expect(compilePattern('^\\p{L}+$').test('größe')).toBe(true)
  })

  it.each(['^[\\w\\-]+$', '^a\\_b$', '^[a-z\\-_]+$'])('takes escapes that RE2 takes, as in %s', (pattern) => {
    expect(compilePattern(pattern).test('a_b')).toBe(true)
  })

  it('takes leading flags, named groups and the ends of a text as RE2 writes them', () => {
    expect(compilePattern('(?i)^ABC$').test('abc')).toBe(true)
    expect(compilePattern('(?P<x>a)\\z').test('ba')).toBe(true)
    expect(compilePattern('\\Ab').test('ab')).toBe(false)
  })

  it.each([
    ['(', 'error parsing regexp: missing closing ): `(`'],
    ['(?=a)', 'error parsing regexp: invalid or unsupported Perl syntax: `(?=`'],
    ['a(?!b)', 'error parsing regexp: invalid or unsupported Perl syntax: `(?!`'],
    ['(a)\\1', 'error parsing regexp: invalid escape sequence: `\\1`'],
  ])('refuses %s, which RE2 does not have', (pattern, why) => {
    expect(() => compilePattern(pattern)).toThrow(why)
  })

  it('does not take an escaped parenthesis for a group', () => {
    expect(compilePattern('\\(?=').test('=')).toBe(true)
  })
})
