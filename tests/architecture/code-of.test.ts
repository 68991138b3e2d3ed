// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the strings hold code that is looked at
import { describe, expect, it } from 'vitest'
import { codeOf } from './code-of.ts'

/** Code with runs of blanks shortened, for reading. */
const seen = (text: string): string => codeOf(text).replace(/ +/g, ' ')

describe('codeOf', () => {
  it('keeps every character in its place', () => {
    const text = 'a // b\n/* c\n d */ e("f\\"g", `h${i}j`)\n'
    expect(codeOf(text)).toHaveLength(text.length)
    expect(codeOf(text).indexOf('e(')).toBe(text.indexOf('e('))
  })

  it.each([
    ["say('it\\'s') // so", "say(' ') "],
    ['"//" + 1 /* " */', '" " + 1 '],
    ['a `b ${c + `d ${e}` + {f: 1}.f} g` h', 'a ` ${c + ` ${e}` + {f: 1}.f} ` h'],
    ['total / count / 2', 'total / count / 2'],
    ['f(x) / 2 / g', 'f(x) / 2 / g'],
    ["x = /['\"`]/.test(y) ? '' : z", "x = .test(y) ? '' : z"],
    ['return /[/]x/g', 'return '],
    ["open('\nnext()", "open('\nnext()"],
  ])('reads %j', (text, code) => {
    expect(seen(text)).toBe(code)
  })
})
