import { describe, expect, it } from 'vitest'
import { textFormatOf } from './text-format.ts'

const wishes = { accept: 'application/json', pretty: null, userAgent: 'kubectl/v1.34.2' }

describe('textFormatOf', () => {
  it('is compact for programs, indented for people, and as the query says for both', () => {
    expect(textFormatOf(wishes)).toBe('compact')
    expect(textFormatOf({ ...wishes, userAgent: 'curl/8.1' })).toBe('indented')
    expect(textFormatOf({ ...wishes, pretty: 'true' })).toBe('indented')
    expect(textFormatOf({ ...wishes, userAgent: 'curl/8.1', pretty: 'false' })).toBe('compact')
  })

  it('is YAML where that comes first among what can be given', () => {
    expect(textFormatOf({ ...wishes, accept: 'application/yaml' })).toBe('yaml')
    expect(textFormatOf({ ...wishes, accept: 'application/vnd.kubernetes.protobuf,application/yaml' })).toBe(
      'yaml',
    )
    expect(textFormatOf({ ...wishes, accept: 'application/json,application/yaml' })).toBe('compact')
  })
})
