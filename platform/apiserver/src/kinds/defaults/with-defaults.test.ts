import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../json/json-value.ts'
import { prepareCreate } from '../create/prepare-create.ts'
import { type KindName, withDefaults } from './with-defaults.ts'

interface Recorded {
  readonly title: string
  readonly given: JsonObject
  readonly answered: JsonObject
}

/** What a real kube-apiserver made of each, by `scripts/record-defaults.ts`. */
const recorded = readFileSync(new URL('recorded.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => {
    const { title, given, answered } = JSON.parse(line) as Recorded
    return [`${given.apiVersion} ${given.kind}, ${title}`, { kind: kindOf(given), given, answered }] as const
  })

const FACTS = { uid: 'UID', now: 'NOW', suffix: 'SUFFX' }

function kindOf({ apiVersion, kind }: JsonObject): KindName {
  const [version = '', group = ''] = `${apiVersion}`.split('/').reverse()
  return { group, version, kind: `${kind}` }
}

describe('withDefaults and prepareCreate', () => {
  it.each(recorded)('make of a new object what the real server does: %s', (_, { kind, given, answered }) => {
    expect(prepareCreate(withDefaults(given, kind), kind, FACTS)).toEqual(answered)
  })
})

describe('withDefaults', () => {
  it.each(recorded)('leaves what the real server answers as it is: %s', (_, { kind, answered }) => {
    expect(withDefaults(answered, kind)).toEqual(answered)
  })

  it('does not touch what it is given', () => {
    const given = Object.freeze({
      metadata: Object.freeze({ name: 'a' }),
      stringData: Object.freeze({ a: 'b' }),
    })
    expect(withDefaults(given, { group: '', version: 'v1', kind: 'Secret' })).toEqual({
      metadata: { name: 'a' },
      data: { a: 'Yg==' },
      type: 'Opaque',
    })
  })

  it('drops fields that the kind does not have', () => {
    const given = { metadata: { name: 'a', colour: 'red' }, shape: 'round' }
    expect(withDefaults(given, { group: '', version: 'v1', kind: 'ConfigMap' })).toEqual({
      metadata: { name: 'a' },
    })
  })

  it('gives back objects of kinds that are not built in', () => {
    const given = { spec: { size: 0 } }
    expect(withDefaults(given, { group: 'example.com', version: 'v1', kind: 'Device' })).toBe(given)
  })
})
