import { describe, expect, it } from 'vitest'
import { ApiError } from '../status/api-error.ts'
import { parseFieldSelector } from './field-selector.ts'

const fields = { 'spec.size': 'spec.size', 'spec.on': '.spec.on', 'status.ready': () => 'yes' }
const only = 'only "metadata.name", "metadata.namespace"'

describe('parseFieldSelector', () => {
  const object = { metadata: { name: 'a,b=c\\', namespace: 'n' }, spec: { size: 1, on: false } }

  it.each<[string, boolean]>([
    ['', true],
    [',', true],
    ['=', true],
    ['!=', true],
    ['metadata.name=a\\,b\\=c\\\\', true],
    ['metadata.name==a\\,b\\=c\\\\', true],
    ['metadata.name!=x,', true],
    ['metadata.name= x', false],
    ['metadata.namespace=n,metadata.name=x', false],
    ['spec.size=1', true],
    ['spec.size!=1', false],
    ['spec.on=false', true],
    ['status.ready=yes', true],
  ])('reads %j', (text, matches) => {
    expect(parseFieldSelector(text, { fields }).matches(object)).toBe(matches)
  })

  it('reads what is absent as the empty string', () => {
    expect(parseFieldSelector('spec.size=', { fields }).matches({})).toBe(true)
    expect(parseFieldSelector('metadata.namespace=').matches({ metadata: { name: 'a' } })).toBe(true)
  })

  // Messages as kube-apiserver 1.34 words them.
  it.each<[string, string]>([
    ['a', "invalid selector: 'a'; can't understand 'a'"],
    [
      'metadata.name in (a)',
      "invalid selector: 'metadata.name in (a)'; can't understand 'metadata.name in (a)'",
    ],
    ['metadata.name=a=b', 'invalid field selector: unescaped character in value: 61'],
    ['metadata.name!==c1', 'invalid field selector: unescaped character in value: 61'],
    ['metadata.name=a\\b', 'invalid field selector: invalid escape sequence: \\b'],
    ['metadata.name=a\\', 'invalid field selector: invalid escape sequence: \\'],
    ['metadata.name\\=a', `"metadata.name\\\\" is not a known field selector: ${only}`],
    [' metadata.name=c1', `" metadata.name" is not a known field selector: ${only}`],
    ['=b', `"" is not a known field selector: ${only}`],
    ['x=y,a=b', `"a" is not a known field selector: ${only}`],
  ])('says of %j what Kubernetes says', (text, message) => {
    expect(() => parseFieldSelector(text)).toThrow(new ApiError(message, { code: 400, reason: 'BadRequest' }))
  })

  it('words an unsupported field as the kind does', () => {
    const unsupported = (field: string) => `field label "${field}" not supported for Job`
    expect(() => parseFieldSelector('spec.x=1', { fields: {} })).toThrow('field label not supported: spec.x')
    expect(() => parseFieldSelector('spec.x=1', { fields: {}, unsupported })).toThrow(
      'field label "spec.x" not supported for Job',
    )
    expect(() => parseFieldSelector('constructor=1', { fields })).toThrow(
      'field label not supported: constructor',
    )
  })

  it('says which value a field must have, if it must', () => {
    const selector = parseFieldSelector('metadata.name=a,metadata.namespace!=b')
    expect(selector.exactValueOf('metadata.name')).toBe('a')
    expect(selector.exactValueOf('metadata.namespace')).toBeUndefined()
  })
})
