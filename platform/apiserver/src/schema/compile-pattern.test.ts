import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compilePattern, compileWithRe2, twinOf } from './compile-pattern.ts'

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

  it('lets groups share a name, as Go does', () => {
    expect(compilePattern('^(?P<x>a)(?P<x>b)$').test('ab')).toBe(true)
    expect(compilePattern('^(?P<x>a)(?<x>b)\\(?P<x>$').test('abP<x>')).toBe(true)
  })

  it('means white space and line ends as RE2 does', () => {
    expect(compilePattern('^\\s$').test('\u00a0')).toBe(false)
    expect(compilePattern('^.$').test('\u2028')).toBe(true)
    expect(compilePattern('^.$').test('\n')).toBe(false)
    expect(compilePattern('^a$').test('a\n')).toBe(false)
  })

  it.each([
    ['(', 'missing closing ): `(`'],
    [')', 'unexpected ): `)`'],
    ['[', 'missing closing ]: `[`'],
    ['[z-a]', 'invalid character class range: `z-a`'],
    ['a**', 'invalid nested repetition operator: `**`'],
    ['*a', 'missing argument to repetition operator: `*`'],
    ['a{1001}', 'invalid repeat count: `{1001}`'],
    ['x{2,1}', 'invalid repeat count: `{2,1}`'],
    ['a\\', 'trailing backslash at end of expression: ``'],
    ['\\p{Foo}', 'invalid character class range: `\\p{Foo}`'],
    ['(?=a)', 'invalid or unsupported Perl syntax: `(?=`'],
    ['a(?!b)', 'invalid or unsupported Perl syntax: `(?!`'],
    ['(a)\\1', 'invalid escape sequence: `\\1`'],
  ])('refuses %s in the words of Go', (pattern, why) => {
    expect(() => compilePattern(pattern)).toThrow(new Error(`error parsing regexp: ${why}`))
  })

  it('does not take an escaped parenthesis for a group', () => {
    expect(compilePattern('\\(?=').test('=')).toBe(true)
  })

  it.each(['(a+)+$', '^(a|a)*$', '^(a*)*b', 'a*a*a*a*a*b$'])('answers at once even for %s', (pattern) => {
    const started = performance.now()
    compilePattern(pattern).test(`${'a'.repeat(20_000)}!`)
    expect(performance.now() - started).toBeLessThan(1_000)
  })
})

describe('twinOf', () => {
  it.each([
    '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$',
    '^\\d{4}-\\d{2}$',
    '^(http|https)://.+$',
    '^[A-Za-z_.\\-/]{1,63}$',
    '^$',
    'abc',
    '^[^\\s]*$',
  ])('lets RegExp do %s', (pattern) => {
    expect(twinOf(pattern)).toBeInstanceOf(RegExp)
  })

  it.each([
    '(a+)+$',
    'a+',
    '^a*b*$',
    '^(ab)*$',
    '(?i)a',
    '^\\pL$',
    'a|b',
    '[[:alpha:]]',
    '[a-\\d]',
    'a{',
    '(',
    '^a+?$',
  ])('leaves %s to the engine of RE2', (pattern) => {
    expect(twinOf(pattern)).toBeUndefined()
  })

  it('agrees with the engine of RE2 on every pattern that it takes', () => {
    const piece = fc.constantFrom(
      ...[
        'a',
        'b',
        '-',
        '.',
        '\\.',
        '\\-',
        '\\d',
        '\\w',
        '\\s',
        '[ab]',
        '[^a]',
        '[a-c-]',
        '[-\\w]',
        '[^\\s.]',
      ],
      ...[
        '[*-z]',
        '[$-]',
        '(',
        ')',
        '(a|b)',
        '(a*b)?',
        '(b|)',
        '|',
        '*',
        '+',
        '?',
        '{2}',
        '{0,2}',
        '{1,}',
        ' ',
        '[',
      ],
    )
    const pattern = fc
      .tuple(fc.constantFrom('^', ''), fc.array(piece, { maxLength: 6 }), fc.constantFrom('$', ''))
      .map(([start, pieces, end]) => `${start}${pieces.join('')}${end}`)
    const letter = fc.constantFrom(
      'a',
      'b',
      'c',
      '-',
      '.',
      ' ',
      '\n',
      '\u00a0',
      '\u2028',
      '😀',
      '0',
      '_',
      '*',
      '',
    )
    const text = fc.array(letter, { maxLength: 6 }).map((letters) => letters.join(''))
    let taken = 0
    fc.assert(
      fc.property(pattern, fc.array(text, { minLength: 4, maxLength: 8 }), (source, texts) => {
        const twin = twinOf(source)
        if (twin === undefined) return
        taken++
        const real = compileWithRe2(source)
        for (const each of texts)
          expect([source, each, twin.test(each)]).toEqual([source, each, real.test(each)])
      }),
      { numRuns: 1_500 },
    )
    expect(taken).toBeGreaterThan(100)
  })
})
