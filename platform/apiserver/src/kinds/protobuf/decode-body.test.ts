import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../json/json-value.ts'
import { typePlaceFor } from '../kind-table.ts'
import { readDraft } from '../read-draft.ts'
import { typePlan } from '../type-plan.ts'
import { decodeBody } from './decode-body.ts'

interface Recorded {
  readonly json: JsonObject
  readonly protobuf: string
}

/** The same objects as a real kube-apiserver writes them in both forms, by `scripts/record-protobuf.ts`. */
const recorded = readPairs('recorded.jsonl')
/** Bodies of kubectl 1.34; the real server made the same of each in both forms. */
const sent = readPairs('sent-by-kubectl.jsonl')

function readPairs(name: string) {
  const lines = readFileSync(new URL(name, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  return lines.map((line) => {
    const { json, protobuf } = JSON.parse(line) as Recorded
    return [`${json.apiVersion} ${json.kind}`, { json, bytes: Buffer.from(protobuf, 'base64') }] as const
  })
}

/** A JSON client may send empty values, which mean nothing. */
function withoutEmpty(json: JsonObject): JsonObject {
  const [version = '', group = ''] = `${json.apiVersion}`.split('/').reverse()
  return readDraft(json, typePlan(typePlaceFor(group, version, `${json.kind}`) ?? -1))
}

function body(...bytes: number[]): Uint8Array {
  return Uint8Array.from([0x6b, 0x38, 0x73, 0, ...bytes])
}

describe('decodeBody', () => {
  it.each(recorded)('reads what the real server writes: %s', (_, { json, bytes }) => {
    expect(decodeBody(bytes)).toEqual(withoutEmpty(json))
  })

  it.each(sent)('reads what kubectl sends: %s', (_, { json, bytes }) => {
    expect(decodeBody(bytes)).toEqual(json)
  })

  it('takes the kind from the path where the body has none', () => {
    const raw = [0x0a, 0x03, 0x0a, 0x01, 0x61]
    const decoded = decodeBody(body(0x12, raw.length, ...raw), { apiVersion: 'v1', kind: 'ConfigMap' })
    expect(decoded).toEqual({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } })
  })

  it('knows the options of a deletion in every group', () => {
    const decoded = decodeBody(body(0x12, 2, 0x08, 30), { apiVersion: 'apps/v1', kind: 'DeleteOptions' })
    expect(decoded).toEqual({ apiVersion: 'apps/v1', kind: 'DeleteOptions', gracePeriodSeconds: 30 })
  })

  it('keeps a member that says by being there at all what it says', () => {
    const version = field(7, field(5, field(1, Uint8Array.from([]))))
    const bytes = Uint8Array.from([...body(), ...field(2, field(2, version))])
    const kind = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' }
    expect(decodeBody(bytes, kind)).toMatchObject({ spec: { versions: [{ subresources: { status: {} } }] } })
  })

  it.each([
    ['another form', Buffer.from('{"kind":"Pod"}'), /does not start with k8s/],
    ['an unknown kind', body(0x0a, 6, 0x0a, 1, 0x76, 0x12, 1, 0x78), /no kind "x" is registered/],
    ['a message cut short', body(0x12, 9, 0x0a), /unexpected end/],
    ['a number without end', body(...new Array(11).fill(0xff)), /integer overflow/],
    ['groups, which proto3 does not have', body(0x0b), /illegal wire type 3/],
  ])('refuses %s', (_, bytes, message) => {
    expect(() => decodeBody(bytes)).toThrow(message)
  })

  it('refuses what is not protobuf with an error of its own, whatever the bytes', () => {
    const samples = fc.constantFrom(...recorded.map(([, { bytes }]) => bytes))
    const spoilt = fc.tuple(samples, fc.nat(), fc.uint8Array({ minLength: 1, maxLength: 4 }))
    fc.assert(
      fc.property(spoilt, ([bytes, at, replaced]) => {
        const copy = Uint8Array.from(bytes)
        copy.set(replaced, 4 + (at % (bytes.length - 8)))
        expect(codeOf(() => decodeBody(copy))).toBeOneOf([undefined, 'PROTOBUF_SYNTAX'])
        expect(codeOf(() => decodeBody(bytes.subarray(0, at % bytes.length)))).toBeOneOf([
          undefined,
          'PROTOBUF_SYNTAX',
        ])
      }),
      { numRuns: 500 },
    )
  })

  it('refuses messages that nest without end', () => {
    let message: Uint8Array = Uint8Array.from([])
    for (let depth = 0; depth < 600; depth++) message = field(28, message)
    const schema = field(4, field(1, message))
    const version = field(7, Uint8Array.from([...field(1, Buffer.from('v1')), ...schema]))
    const definition = Uint8Array.from([...body(), ...field(2, field(2, version))])
    const kind = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' }
    expect(() => decodeBody(definition, kind)).toThrow(/nest too deep/)
  })
})

function field(number: number, content: Uint8Array): Uint8Array {
  const size = content.length
  const tag = number < 16 ? [number * 8 + 2] : [((number * 8 + 2) & 0x7f) | 0x80, number >> 4]
  const length = size < 128 ? [size] : [(size & 0x7f) | 0x80, size >> 7]
  return Uint8Array.from([...tag, ...length, ...content])
}

function codeOf(run: () => void): string | undefined {
  try {
    run()
    return undefined
  } catch (cause) {
    return (cause as { code?: string }).code ?? 'none'
  }
}
