import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../json/json-value.ts'
import { swaggerProtobuf } from './swagger-protobuf.ts'

const written = (document: JsonObject): string => Buffer.from(swaggerProtobuf(document)).toString('latin1')
const schema = (definition: JsonObject): string => written({ definitions: { A: definition } }).slice(9)

// Held against gnostic's own reader once, for the whole document of a server: both made the same message.
describe('the swagger document in protobuf', () => {
  it('begins with its version', () => {
    expect(written({ swagger: '2.0', info: { title: 'K', version: '1' } })).toBe(
      '\n\x032.0\x12\x06\n\x01K\x12\x011',
    )
  })

  it('writes members in their order, with tags and lengths', () => {
    expect(written({ definitions: { A: { format: 'f' } } })).toBe('J\n\n\x08\n\x01A\x12\x03\x12\x01f')
  })

  it('writes numbers as protobuf does', () => {
    expect(schema({ maxLength: 300 })).toBe('\x58\xac\x02')
    expect(schema({ minimum: 1 })).toBe('\x49\0\0\0\0\0\0\xf0\x3f')
    expect(schema({ uniqueItems: false })).toBe('')
    expect(schema({ uniqueItems: true })).toBe('\x80\x01\x01')
  })

  it('wraps types, items and properties', () => {
    expect(schema({ type: 'object' })).toBe('\xb2\x01\x08\n\x06object')
    expect(schema({ items: { format: 'f' } })).toBe('\xba\x01\x05\n\x03\x12\x01f')
    expect(schema({ properties: { b: {} } })).toBe('\xca\x01\x07\n\x05\n\x01b\x12\0')
    expect(schema({ additionalProperties: true })).toBe('\xaa\x01\x02\x10\x01')
  })

  it('writes extensions as text that YAML readers understand', () => {
    expect(schema({ 'x-a': { b: [1] } })).toBe('\xfa\x01\x12\n\x03x-a\x12\x0b\x12\x09{"b":[1]}')
  })

  it('tells parameters apart by where they are', () => {
    const paths = (parameter: JsonObject) => written({ paths: { '/': { parameters: [parameter] } } })
    expect(paths({ in: 'path', name: 'n' })).toContain('\n\x0d\x12\x0b\x22\x09\x12\x04path\x22\x01n')
    expect(paths({ in: 'query', name: 'n' })).toContain('\n\x0e\x12\x0c\x1a\x0a\x12\x05query\x22\x01n')
    expect(paths({ in: 'body', name: 'n' })).toContain('\n\x0b\n\x09\x1a\x04body\x12\x01n')
  })

  it('grows with what is written', () => {
    const long = 'x'.repeat(200_000)
    expect(schema({ description: long }).endsWith(long)).toBe(true)
  })
})
