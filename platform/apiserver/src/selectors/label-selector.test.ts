import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../status/api-error.ts'
import { parseLabelSelector } from './label-selector.ts'

const NAME =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"
const VALUE =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"
const SUBDOMAIN =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
const OPERATORS = 'in, notin, =, ==, !=, gt, lt'

describe('parseLabelSelector', () => {
  it.each<[string, Record<string, string>, boolean]>([
    ['', {}, true],
    ['  ', { a: 'b' }, true],
    ['a=b', { a: 'b' }, true],
    ['a==b', { a: 'c' }, false],
    ['a = b , c', { a: 'b', c: '' }, true],
    ['a=', { a: '' }, true],
    ['a=', {}, false],
    ['a=,b', { a: '', b: 'x' }, true],
    ['a!=b', {}, true],
    ['a!=b', { a: 'b' }, false],
    ['a in (b,c)', { a: 'c' }, true],
    ['a in(b)', { a: 'b' }, true],
    ['a\tin (b)', { a: 'd' }, false],
    ['a in ()', { a: '' }, true],
    ['a in (,)', { a: '' }, true],
    ['a in (b,,c)', { a: '' }, true],
    ['a in (b)', {}, false],
    ['a notin (b)', {}, true],
    ['a notin (b)', { a: 'b' }, false],
    ['a,!b', { a: '' }, true],
    ['! a', { a: '' }, false],
    ['in in (in)', { in: 'in' }, true],
    ['notin', { notin: '' }, true],
    ['a=in', { a: 'in' }, true],
    ['a>4', { a: '5' }, true],
    ['a>5', { a: '5' }, false],
    ['a<6', { a: '-5' }, true],
    ['a<6', { a: 'x' }, false],
    ['a>1', {}, false],
    ['a>9007199254740992', { a: '9007199254740993' }, true],
    ['example.com/a=b', { 'example.com/a': 'b' }, true],
    ['constructor', {}, false],
    ['!constructor', {}, true],
  ])('reads %j and asks it of %j', (text, labels, matches) => {
    expect(parseLabelSelector(text).matches(labels)).toBe(matches)
  })

  // Messages as kube-apiserver 1.34 words them.
  it.each<[string, string]>([
    ['a in b', "unable to parse requirement: found 'b' expected: '('"],
    ['a in (b', "unable to parse requirement: found '', expected: ',' or ')'"],
    ['a in (b c)', "unable to parse requirement: found 'c', expected: ',' or ')'"],
    ['a in (=)', "unable to parse requirement: found '=', expected: ',', ')' or identifier"],
    ['a b', `unable to parse requirement: found 'b', expected: ${OPERATORS}`],
    ['a!b', `unable to parse requirement: found '!', expected: ${OPERATORS}`],
    ['a\u0000b', `unable to parse requirement: found 'b', expected: ${OPERATORS}`],
    ['!\u0000>', "unable to parse requirement: found '>', expected: identifier"],
    ['=b', "found '=', expected: !, identifier, or 'end of string'"],
    ['!=a', "found '!=', expected: !, identifier, or 'end of string'"],
    ['a===b', "unable to parse requirement: found '=', expected: identifier"],
    ['a>=1', "unable to parse requirement: found '=', expected: identifier"],
    ['a=b=c', "found '=', expected: ',' or 'end of string'"],
    ['!a in (b)', "found 'in', expected: ',' or 'end of string'"],
    ['a,', "found '', expected: identifier after ','"],
    ['a,,b', "found ',', expected: identifier after ','"],
    ['!', "unable to parse requirement: found '', expected: identifier"],
    ['-a', `unable to parse requirement: <nil>: Invalid value: "-a": name part ${NAME}`],
    ['a"b', `unable to parse requirement: <nil>: Invalid value: "a\\"b": name part ${NAME}`],
    [
      'a/b/c',
      `unable to parse requirement: <nil>: Invalid value: "a/b/c": a qualified name ${NAME} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ],
    ['/a', 'unable to parse requirement: <nil>: Invalid value: "/a": prefix part must be non-empty'],
    [
      'x/',
      `unable to parse requirement: <nil>: Invalid value: "x/": name part must be non-empty; name part ${NAME}`,
    ],
    ['A.B/c', `unable to parse requirement: <nil>: Invalid value: "A.B/c": prefix part ${SUBDOMAIN}`],
    [
      'a'.repeat(64),
      `unable to parse requirement: <nil>: Invalid value: "${'a'.repeat(64)}": name part must be no more than 63 characters`,
    ],
    [
      `${'a'.repeat(254)}/b`,
      `unable to parse requirement: <nil>: Invalid value: "${'a'.repeat(254)}/b": prefix part must be no more than 253 characters`,
    ],
    ['a=-b', `unable to parse requirement: values[0][a]: Invalid value: "-b": ${VALUE}`],
    [
      `a=${'b'.repeat(64)}`,
      `unable to parse requirement: values[0][a]: Invalid value: "${'b'.repeat(64)}": must be no more than 63 characters`,
    ],
    [
      'a in (a,-b,c-)',
      `unable to parse requirement: [values[0][a]: Invalid value: "-b": ${VALUE}, values[2][a]: Invalid value: "c-": ${VALUE}]`,
    ],
    [
      'a>1.5',
      "unable to parse requirement: values[0]: Invalid value: \"1.5\": for 'Gt', 'Lt' operators, the value must be an integer",
    ],
    [
      'a<9223372036854775808',
      "unable to parse requirement: values[0]: Invalid value: \"9223372036854775808\": for 'Gt', 'Lt' operators, the value must be an integer",
    ],
  ])('says of %j what Kubernetes says', (text, message) => {
    expect(() => parseLabelSelector(text)).toThrow(new ApiError(message, { code: 400, reason: 'BadRequest' }))
  })

  it('reads or refuses anything, and never fails otherwise', () => {
    const piece = fc.constantFrom(
      'a',
      'in',
      'notin',
      '=',
      '==',
      '!=',
      '!',
      '(',
      ')',
      ',',
      '>',
      '<',
      ' ',
      '\0',
      'é',
    )
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        try {
          parseLabelSelector(pieces.join('')).matches({ a: 'a' })
        } catch (cause) {
          expect(cause).toBeInstanceOf(ApiError)
        }
      }),
      { numRuns: 1000 },
    )
  })

  it('says whether it asks for anything, and what, by key', () => {
    expect(parseLabelSelector(' ').isEmpty).toBe(true)
    expect(parseLabelSelector('b,a in (d,c)').requirements).toEqual([
      { key: 'a', operator: 'in', values: ['c', 'd'] },
      { key: 'b', operator: 'exists', values: [] },
    ])
  })
})
