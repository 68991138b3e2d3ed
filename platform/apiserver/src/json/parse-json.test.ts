import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatJson } from './format-json.ts'
import { JsonSyntaxError } from './json-syntax-error.ts'
import { parseJson } from './parse-json.ts'

describe('parseJson', () => {
  it('reads what JSON.parse reads', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const { value, duplicates } = parseJson(text)
        expect(formatJson(value)).toBe(JSON.stringify(JSON.parse(text)))
        expect(duplicates).toEqual([])
      }),
    )
  })

  it('gives back what formatJson wrote, 64-bit integers included', () => {
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.constant(null),
        fc.boolean(),
        fc.maxSafeInteger(),
        fc.double({ noNaN: true, noDefaultInfinity: true }).filter((n) => !Number.isInteger(n)),
        fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n - 1n }),
        fc.string(),
        fc.array(tie('value')),
        fc.dictionary(fc.string(), tie('value'), { noNullPrototype: true }),
      ),
    }))
    fc.assert(
      fc.property(value, (json) => {
        expect(parseJson(formatJson(json as never))).toEqual({ value: json, duplicates: [] })
      }),
    )
  })

  // What kube-apiserver 1.34 stored.
  it.each<[string, unknown]>([
    ['9007199254740991', 9007199254740991],
    ['9007199254740993', 9007199254740993n],
    ['9223372036854775807', 9223372036854775807n],
    ['-9223372036854775808', -9223372036854775808n],
    ['9223372036854775808', 2 ** 63],
    ['18446744073709551615', 2 ** 64],
    ['9007199254740993.0', 9007199254740992],
    ['1e22', 1e22],
    ['1.0', 1],
    ['-0.5e3', -500],
  ])('reads %s as a whole number of 64 bits or as a float', (text, value) => {
    expect(parseJson(`{"a":${text}}`).value).toEqual({ a: value })
  })

  // Paths as kube-apiserver 1.34 reports them, after `duplicate field`.
  it.each<[string, unknown, string[]]>([
    ['{"size":1,"size":2}', { size: 2 }, ['size']],
    ['{"spec":{"l":[{"x":1},{"x":1,"x":2}]}}', { spec: { l: [{ x: 1 }, { x: 2 }] } }, ['spec.l[1].x']],
    ['{"a":{"b":1},"a":{"c":2}}', { a: { c: 2 } }, ['a']],
    ['{"a":1,"a":2,"a":3}', { a: 3 }, ['a']],
    ['{"l":[[{"x":1,"x":2}]]}', { l: [[{ x: 2 }]] }, ['l[0][0].x']],
    ['{"a":{"x":1,"x":2},"a":{"x":1,"x":2}}', { a: { x: 2 } }, ['a.x', 'a']],
    ['{"\\u0061":1,"a":2}', { a: 2 }, ['a']],
    ['{"\\ud800":1,"\\ud801":2}', { '\ufffd': 2 }, ['\ufffd']],
    ['[{"op":1,"op":2}]', [{ op: 2 }], ['[0].op']],
    ['{"a:b":"\\":","c":1}', { 'a:b': '":', c: 1 }, []],
  ])('takes the last of members that come twice, and says where: %s', (text, value, duplicates) => {
    expect(parseJson(text)).toEqual({ value, duplicates })
  })

  it('reports a hundred duplicates at most', () => {
    const text = `[${Array.from({ length: 150 }, () => '{"a":1,"a":2}').join()}]`
    expect(parseJson(text).duplicates).toHaveLength(100)
  })

  it.each([
    '{"__proto__":{"x":1},"constructor":2}',
    '{"__proto__":{"x":1},"__proto__":{"x":1},"constructor":2}',
  ])('has no names that are special: %s', (text) => {
    const value = parseJson(text).value as Record<string, unknown>
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor'])
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect(value.x).toBeUndefined()
  })

  it('puts U+FFFD for half a surrogate pair', () => {
    expect(parseJson('"\\ud800x\\ud83d\\ude00"').value).toBe('\ufffdx😀')
  })

  it('refuses what nests too deeply', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
    expect(() => parseJson(nested(1000))).not.toThrow()
    expect(() => parseJson(nested(1001))).toThrow("invalid character '[' exceeded max depth")
    expect(() => parseJson('{"a":{}}', { maxDepth: 1 })).toThrow("invalid character '{' exceeded max depth")
    expect(() => parseJson(nested(1_000_000))).toThrow(JsonSyntaxError)
  })

  // Texts as kube-apiserver 1.34 words them.
  it.each<[string, string]>([
    ['', 'unexpected end of JSON input'],
    ['{', 'unexpected end of JSON input'],
    ['{"a":1,', 'unexpected end of JSON input'],
    ['[1', 'unexpected end of JSON input'],
    ['"a', 'unexpected end of JSON input'],
    ['{a:1}', "invalid character 'a' looking for beginning of object key string"],
    ['{"a":1,}', "invalid character '}' looking for beginning of object key string"],
    ['[1,]', "invalid character ']' looking for beginning of value"],
    ['{"a" 1}', "invalid character '1' after object key"],
    ['{"a":1 "b":2}', "invalid character '\"' after object key:value pair"],
    ['[1 2]', "invalid character '2' after array element"],
    ['nul', "invalid character ' ' in literal null (expecting 'l')"],
    ['tru e', "invalid character ' ' in literal true (expecting 'e')"],
    ['faLse', "invalid character 'L' in literal false (expecting 'l')"],
    ['01', "invalid character '1' after top-level value"],
    ['{} {}', "invalid character '{' after top-level value"],
    ['-', "invalid character ' ' in numeric literal"],
    ['1.', "invalid character ' ' after decimal point in numeric literal"],
    ['1e+', "invalid character ' ' in exponent of numeric literal"],
    ['"\\x"', "invalid character 'x' in string escape code"],
    ['"\\u12g"', "invalid character 'g' in \\u hexadecimal character escape"],
    ['"a\nb"', "invalid character '\\n' in string literal"],
    ["'a'", "invalid character '\\'' looking for beginning of value"],
    ['\\', "invalid character '\\\\' looking for beginning of value"],
    ['\u0001', "invalid character '\\x01' looking for beginning of value"],
    ['\u007f', "invalid character '\\x7f' looking for beginning of value"],
    ['é', "invalid character 'Ã' looking for beginning of value"],
    ['\ufeff{}', "invalid character 'ï' looking for beginning of value"],
    ['😀', "invalid character 'ð' looking for beginning of value"],
    ['{"a":1e999 "b"}', "invalid character '\"' after object key:value pair"],
    ['{"a":1e999}', 'json: cannot unmarshal number 1e999 into Go value of type float64'],
  ])('says what Go says of %j', (text, message) => {
    expect(() => parseJson(text)).toThrow(expect.objectContaining({ name: 'JsonSyntaxError', message }))
  })

  it('says where the text goes wrong', () => {
    expect(() => parseJson('{"a":x}')).toThrow(expect.objectContaining({ offset: 5 }))
  })

  it('accepts and refuses just what JSON.parse does', () => {
    const piece = fc.constantFrom(...'{}[],:"\\0123-.eEtrufalsn \n\u0001', '"a"', 'true', 'null', '\\u00e9')
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('')
        expect(isAccepted(text, parseJson)).toBe(isAccepted(text, JSON.parse))
      }),
      { numRuns: 2000 },
    )
  })
})

function isAccepted(text: string, parse: (text: string) => unknown): boolean {
  try {
    parse(text)
    return true
  } catch {
    return false
  }
}
