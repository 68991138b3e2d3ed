import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isList, isObject, type JsonObject, type JsonValue } from '../json/json-value.ts'
import type { Schema } from '../schema/schema.ts'
import { ApiError } from '../status/api-error.ts'
import { applyPatch, trackUpdate } from './apply-manager.ts'
import { fieldSetFrom } from './fields-v1.ts'
import { describePath } from './path-element.ts'

const string: Schema = { type: 'string' }
const integer: Schema = { type: 'integer' }
const object = (properties: Record<string, Schema>): Schema => ({ type: 'object', properties })
const keyed = (key: string, items: Schema): Schema => ({
  type: 'array',
  listType: 'map',
  listMapKeys: [key],
  items,
})
const set: Schema = { type: 'array', listType: 'set', items: string }
const free: Schema = { type: 'object', preserveUnknownFields: true }
const entries: Schema = { type: 'object', additionalProperties: string }
const point = object({ x: integer, y: integer })
const subs = keyed('id', object({ id: integer, v: string }))

const SCHEMA = object({
  spec: object({
    size: integer,
    name: string,
    flag: { type: 'boolean' },
    map: entries,
    nested: object({
      a: object({ b: string, c: integer }),
      m: { type: 'object', additionalProperties: point },
    }),
    items: keyed('name', object({ name: string, value: string, other: string, subs })),
    tags: set,
    atomicList: { type: 'array', listType: 'atomic', items: object({ k: string, v: string }) },
    atomicMap: { ...entries, mapType: 'atomic' },
    selector: { ...object({ x: string, y: string }), mapType: 'atomic' },
    free,
    anything: { preserveUnknownFields: true },
    half: { ...free, properties: { known: object({ p: string }), list: set } },
    maybe: { ...string, nullable: true },
    maybeMap: { ...entries, nullable: true },
    maybeList: { ...set, nullable: true },
  }),
})

/** A step that was taken on kube-apiserver, and what came of it; the file says how to read it. */
interface Step {
  readonly verb: string
  readonly manager: string
  readonly spec: JsonObject
  readonly expected: readonly string[]
}

function storiesOf(text: string): readonly (readonly [string, readonly Step[]])[] {
  return text
    .split(/^# /m)
    .slice(1)
    .map((story) => {
      const [title = '', ...lines] = story.trimEnd().split('\n')
      const steps = lines.join('\n').split(/\n(?=\S)/)
      return [title, steps.map(stepOf)] as const
    })
}

function stepOf(text: string): Step {
  const [first = '', ...expected] = text.split('\n').map((line) => line.trim())
  const [, verb = '', manager = '', spec = ''] = /^(\S+) (\S+) (.*)$/.exec(first) ?? []
  return { verb, manager, spec: JSON.parse(spec) as JsonObject, expected }
}

function take({ verb, manager, spec }: Step, live: JsonObject | undefined, at: number): JsonObject {
  const now = new Date(Date.UTC(2026, 0, 1, 0, 0, at))
  const object = { apiVersion: 'ex.io/v1', kind: 'Thing', metadata: { name: 'thing' }, spec }
  const write = { live, manager, schema: SCHEMA, apiVersion: 'ex.io/v1', now }
  if (verb === 'write') return trackUpdate({ ...write, updated: object })
  return applyPatch({ ...write, applied: object, force: verb === 'force' })
}

function ownersOf({ metadata }: JsonObject): readonly string[] {
  const fields = isObject(metadata) && isList(metadata.managedFields) ? metadata.managedFields : []
  return fields.filter(isObject).map(({ manager, operation, fieldsV1 }) => {
    const paths = [...fieldSetFrom(fieldsV1).paths()].map((path) => describePath(path).slice('.spec'.length))
    return `${manager}${operation === 'Update' ? '*' : ''} ${paths.map((path) => path || '.').join(' ')}`
  })
}

function valueAt(value: JsonValue | undefined, path: string): JsonValue | undefined {
  return path.split('.').reduce((at, name) => (isObject(at) ? at[name] : undefined), value)
}

const recorded = readFileSync(new URL('recorded-applies.txt', import.meta.url), 'utf8')

describe('applying as kube-apiserver does', () => {
  it.each(storiesOf(recorded))('%s', (_, steps) => {
    let live: JsonObject | undefined
    for (const [at, step] of steps.entries()) {
      const [said = '', ...owners] = step.expected
      if (said.startsWith('! ')) {
        const message = said.slice(2).replaceAll('\\n', '\n')
        expect(() => take(step, live, at)).toThrow(
          expect.objectContaining({ constructor: ApiError, message }),
        )
        continue
      }
      const object = take(step, live, at)
      if (said.startsWith('null ')) {
        expect(valueAt(object, said.slice('null '.length))).toBeNull()
        continue
      }
      if (said === '= absent') expect(object.spec).toBeUndefined()
      else if (said.startsWith('= ')) expect(object.spec).toEqual(JSON.parse(said.slice(2)))
      expect(ownersOf(object)).toEqual(said.startsWith('= ') ? owners : step.expected)
      live = object
    }
  })
})
