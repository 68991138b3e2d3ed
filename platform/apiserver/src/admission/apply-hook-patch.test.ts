import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../json/json-value.ts'
import { applyHookPatch, readHookPatch } from './apply-hook-patch.ts'

const DOCUMENT = { kind: 'X', data: { a: '1', o: { b: 'c' } }, list: ['x', 'y'], s: 'text', n: null }

/** What the library that Kubernetes uses makes of each step. */
const STEPS: readonly (readonly [JsonObject, JsonObject | string])[] = [
  [
    { op: 'add', path: '/no/such', value: 1 },
    'add operation does not apply: doc is missing path: "/no/such": missing value',
  ],
  [
    { op: 'add', path: '/list/9', value: 1 },
    "error in add for path: '/list/9': Unable to access invalid index: 9: invalid index referenced",
  ],
  [
    { op: 'add', path: '/list/x', value: 1 },
    "error in add for path: '/list/x': value was not a proper array index: 'x': strconv.Atoi: parsing \"x\": invalid syntax",
  ],
  [
    { op: 'add', path: '/list/-9', value: 1 },
    "error in add for path: '/list/-9': Unable to access invalid index: -9: invalid index referenced",
  ],
  [
    { op: 'add', path: '/s/x', value: 1 },
    'add operation does not apply: doc is missing path: "/s/x": missing value',
  ],
  [
    { op: 'add', path: '/n/x', value: 1 },
    'add operation does not apply: doc is missing path: "/n/x": missing value',
  ],
  [
    { op: 'remove', path: '/no/such' },
    'remove operation does not apply: doc is missing path: "/no/such": missing value',
  ],
  [
    { op: 'remove', path: '/none' },
    "error in remove for path: '/none': Unable to remove nonexistent key: none: missing value",
  ],
  [
    { op: 'remove', path: '/list/9' },
    "error in remove for path: '/list/9': Unable to access invalid index: 9: invalid index referenced",
  ],
  [
    { op: 'remove', path: '/list/x' },
    'error in remove for path: \'/list/x\': strconv.Atoi: parsing "x": invalid syntax',
  ],
  [
    { op: 'remove', path: '/data/o/z' },
    "error in remove for path: '/data/o/z': Unable to remove nonexistent key: z: missing value",
  ],
  [
    { op: 'remove', path: '/list/-' },
    'error in remove for path: \'/list/-\': strconv.Atoi: parsing "-": invalid syntax',
  ],
  [
    { op: 'replace', path: '/no/such', value: 1 },
    'replace operation does not apply: doc is missing path: /no/such: missing value',
  ],
  [
    { op: 'replace', path: '/list/9', value: 1 },
    'replace operation does not apply: doc is missing key: /list/9: missing value',
  ],
  [
    { op: 'replace', path: '/list/x', value: 1 },
    'replace operation does not apply: doc is missing key: /list/x: missing value',
  ],
  [
    { op: 'replace', path: '/s/x', value: 1 },
    'replace operation does not apply: doc is missing path: /s/x: missing value',
  ],
  [
    { op: 'move', from: '/none', path: '/data/x' },
    "error in move for path: 'none': Unable to remove nonexistent key: none: missing value",
  ],
  [
    { op: 'move', from: '/no/such', path: '/data/x' },
    'move operation does not apply: doc is missing from path: /no/such: missing value',
  ],
  [
    { op: 'move', from: '/data/a', path: '/no/such' },
    'move operation does not apply: doc is missing destination path: /no/such: missing value',
  ],
  [
    { op: 'move', from: '/list/9', path: '/data/x' },
    "error in move for path: '9': Unable to access invalid index: 9: invalid index referenced",
  ],
  [
    { op: 'move', from: '/data/a', path: '/list/9' },
    "error in move for path: '/list/9': Unable to access invalid index: 9: invalid index referenced",
  ],
  [
    { op: 'move', path: '/data/x' },
    'move operation failed to decode from: operation, missing from field: missing value',
  ],
  [
    { op: 'copy', from: '/none', path: '/data/x' },
    { data: { a: '1', o: { b: 'c' }, x: null }, kind: 'X', list: ['x', 'y'], n: null, s: 'text' },
  ],
  [
    { op: 'copy', from: '/no/such', path: '/data/x' },
    'copy operation does not apply: doc is missing from path: /no/such: missing value',
  ],
  [
    { op: 'copy', from: '/data/a', path: '/no/such' },
    'copy operation does not apply: doc is missing destination path: /no/such: missing value',
  ],
  [
    { op: 'copy', from: '/list/9', path: '/data/x' },
    "error in copy for from: '/list/9': Unable to access invalid index: 9: invalid index referenced",
  ],
  [
    { op: 'copy', from: '/data/a', path: '/list/9' },
    'error while adding value during copy: Unable to access invalid index: 9: invalid index referenced',
  ],
  [
    { op: 'test', path: '/no/such', value: 1 },
    'test operation does not apply: is missing path: /no/such: missing value',
  ],
  [{ op: 'test', path: '/data/a', value: 1 }, 'testing value /data/a failed: test failed'],
  [
    { op: 'test', path: '/list/9', value: 1 },
    "error in test for path: '/list/9': Unable to access invalid index: 9: invalid index referenced",
  ],
  [{ op: 'test', path: '/none', value: 1 }, 'testing value /none failed: test failed'],
  [{ op: 'test', path: '/data/a' }, 'testing value /data/a failed: test failed'],
  [{ op: 'frob', path: '/data/a' }, 'Unexpected kind: frob'],
  [{ path: '/data/a' }, 'Unexpected kind: unknown'],
  [{ op: 'add', value: 1 }, 'add operation failed to decode path: missing value'],
  [{ op: 'remove' }, 'remove operation failed to decode path: missing value'],
  [
    { op: 'replace', path: '/data/a' },
    { data: { a: null, o: { b: 'c' } }, kind: 'X', list: ['x', 'y'], n: null, s: 'text' },
  ],
  [
    { op: 'add', path: '/data/a' },
    { data: { a: null, o: { b: 'c' } }, kind: 'X', list: ['x', 'y'], n: null, s: 'text' },
  ],
  [
    { op: 'add', path: 'x', value: 1 },
    'add operation does not apply: doc is missing path: "x": missing value',
  ],
  [{ op: 'remove', path: '' }, 'remove operation does not apply: doc is missing path: "": missing value'],
  [{ op: 'add', path: '', value: 1 }, 'add operation does not apply: doc is missing path: "": missing value'],
  [{ op: 5, path: '/data/a' }, 'Unexpected kind: unknown'],
  [{ op: 'test', path: '', value: 1 }, 'testing value  failed: test failed'],
]

describe('applyHookPatch', () => {
  it.each(STEPS)('applies it, or says what is wrong with it: %j', (step, outcome) => {
    expect(applyHookPatch(DOCUMENT, [step])).toEqual(outcome)
  })

  it('fails on what the steps before have made', () => {
    const steps = [
      { op: 'remove', path: '/data' },
      { op: 'add', path: '/data/a', value: 1 },
    ]
    expect(applyHookPatch(DOCUMENT, steps)).toBe(
      'add operation does not apply: doc is missing path: "/data/a": missing value',
    )
  })
})

describe('readHookPatch', () => {
  it('takes a list of steps, or says why it is none', () => {
    expect(readHookPatch('[{"op":"remove"}]')).toEqual([{ op: 'remove' }])
    expect(readHookPatch('null')).toEqual([])
    expect(readHookPatch('{}')).toBe('json: cannot unmarshal object into Go value of type jsonpatch.Patch')
    expect(readHookPatch('[')).toBe('unexpected end of JSON input')
  })
})
