import { describe, expect, it } from 'vitest'
import { readYaml } from './read-yaml.ts'

describe('readYaml', () => {
  it('tells what comes twice by the line of the later value, what lies deeper first', () => {
    const text = ['data:', "  a: '1'", 'data:', "  b: '2'", "  b: '3'", 'list:', '- q: 1', '  q: 2'].join(
      '\n',
    )
    expect(readYaml(text)).toEqual({
      value: { data: { b: '3' }, list: [{ q: 2 }] },
      duplicates: [
        'line 5: key "b" already set in map',
        'line 4: key "data" already set in map',
        'line 8: key "q" already set in map',
      ],
    })
  })

  it('knows a merged member that is written once more', () => {
    const text = "base: &b {a: '1'}\ndata:\n  <<: *b\n  a: '2'\n"
    expect(readYaml(text)).toEqual({
      value: { base: { a: '1' }, data: { a: '2' } },
      duplicates: ['line 4: key "a" already set in map'],
    })
  })

  it('takes plain words and numbers as YAML 1.1 does, and times as text', () => {
    const text = 'a: y\nb: no\nc: 0777\nd: 2020-01-01\ne: 12:30\nf: 9007199254740993\ng: 1.5\nh: ~\n'
    expect(readYaml(text).value).toEqual({
      a: true,
      b: false,
      c: 511,
      d: '2020-01-01',
      e: '12:30',
      f: 9007199254740993n,
      g: 1.5,
      h: null,
    })
  })

  it('keeps a member called __proto__ a member', () => {
    const { value } = readYaml('__proto__: {a: 1}\n')
    expect(Object.keys(value as object)).toEqual(['__proto__'])
  })

  it('refuses what cannot be read, and a short text that stands for a huge value', () => {
    expect(() => readYaml('a: b: c\n')).toThrow(/^yaml: /)
    expect(() => readYaml('a: *none\n')).toThrow(/^yaml: /)
    const levels = Array.from({ length: 9 }, (_, n) => {
      const items = n === 0 ? 'x' : `*l${n - 1}`
      return `l${n}: &l${n} [${Array(9).fill(items).join(', ')}]`
    })
    expect(() => readYaml(levels.join('\n'))).toThrow('yaml: document contains excessive aliasing')
  })
})
