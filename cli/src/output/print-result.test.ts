import { describe, expect, it } from 'vitest'
import { formatOf, printResult } from './print-result.ts'

describe('printResult', () => {
  const result = { file: 'a "b": c', keys: 3, whole: true }

  it('prints a sentence, JSON or YAML', () => {
    expect(printResult(result, 'done', 'text')).toBe('done\n')
    expect(JSON.parse(printResult(result, 'done', 'json'))).toEqual(result)
    expect(printResult(result, 'done', 'yaml')).toBe('file: "a \\"b\\": c"\nkeys: 3\nwhole: true\n')
  })

  it('refuses a format that it does not know', () => {
    expect(formatOf(undefined)).toBe('text')
    expect(() => formatOf('xml')).toThrow('cannot print as "xml": expected text, json, yaml')
  })
})
