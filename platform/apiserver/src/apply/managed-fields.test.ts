import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../json/json-value.ts'
import { bodyOf } from '../status/field-error.ts'
import { capUpdaters } from './cap-updaters.ts'
import { FieldSet } from './field-set.ts'
import { keepTimes } from './keep-times.ts'
import { entriesOf, isReset, type Owner, ownerId, ownersFrom, withOwners } from './managed-fields.ts'
import { isPrintable, managerOf } from './manager-of.ts'
import { validateManagedFields } from './validate-managed-fields.ts'

const ENTRY = {
  manager: 'm',
  operation: 'Update',
  apiVersion: 'v1',
  time: '2026-01-01T00:00:00Z',
  fieldsType: 'FieldsV1',
  fieldsV1: { 'f:data': { 'f:a': {} } },
}

const owner = (manager: string, more: Partial<Owner> = {}): Owner => ({
  manager,
  operation: 'Update',
  apiVersion: 'v1',
  subresource: '',
  fields: FieldSet.of(['f:data', `f:${manager}`]),
  ...more,
})

const ownersOf = (...owners: readonly Owner[]): Map<string, Owner> =>
  new Map(owners.map((each) => [ownerId(each), each]))

describe('managedFields', () => {
  it('are written as they were read', () => {
    const entries = [{ ...ENTRY, operation: 'Apply' }, ENTRY, { ...ENTRY, subresource: 'status' }]
    expect(entriesOf(ownersFrom(entries))).toEqual(entries)
  })

  it('are written appliers first, then by time, manager, version and subresource', () => {
    const owners = [
      owner('z', { operation: 'Apply', time: '2026-01-02T00:00:00Z' }),
      owner('none'),
      owner('b', { time: '2026-01-01T00:00:00Z' }),
      owner('a', { time: '2026-01-02T00:00:00Z' }),
      owner('c', { time: '2026-01-02T00:00:00Z' }),
      owner('c', { time: '2026-01-02T00:00:00Z', subresource: 'status' }),
      owner('c', { time: '2026-01-02T00:00:00Z', apiVersion: 'v2' }),
    ]
    const names = entriesOf(ownersOf(...owners.toReversed())).map((entry) =>
      [entry.manager, entry.apiVersion, entry.subresource].filter(Boolean).join(' '),
    )
    expect(names).toEqual(['z v1', 'none v1', 'b v1', 'a v1', 'c v1', 'c v1 status', 'c v2'])
  })

  it('have times to the second, in UTC', () => {
    const [entry] = entriesOf(ownersFrom([{ ...ENTRY, time: '2026-01-01T02:00:00.9+02:00' }]))
    expect(entry?.time).toBe('2026-01-01T00:00:00Z')
  })

  it('know an applier by its name whatever its version', () => {
    const ids = ['v1', 'v2'].map((apiVersion) => ownerId({ ...owner('m'), operation: 'Apply', apiVersion }))
    expect(new Set(ids).size).toBe(1)
    expect(ownerId(owner('a"<', { subresource: 'status' }))).toBe(
      '{"manager":"a\\"\\u003c","operation":"Update","apiVersion":"v1","subresource":"status"}',
    )
  })

  it.each<[string, JsonObject]>([
    ['operation must be `Apply` or `Update`', { ...ENTRY, operation: 'Replace' }],
    ['apiVersion must not be empty', { ...ENTRY, apiVersion: '' }],
    ['missing fieldsType in managed fields entry 0', { ...ENTRY, fieldsType: '' }],
    ['invalid fieldsType "V2" in managed fields entry 0', { ...ENTRY, fieldsType: 'V2' }],
    ['missing colon: data', { ...ENTRY, fieldsV1: { data: {} } }],
  ])('cannot be read: %s', (message, entry) => {
    expect(() => ownersFrom([entry])).toThrow(message)
  })

  it.each<[JsonValue | undefined, boolean]>([
    [[], true],
    [[{}], true],
    [[{ manager: '' }], true],
    [undefined, false],
    [null, false],
    [[{}, {}], false],
    [[{ manager: 'm' }], false],
  ])('are forgotten when a client sends nothing in them: %j is %j', (sent, forgotten) => {
    expect(isReset(sent)).toBe(forgotten)
  })

  it('go away with the last owner', () => {
    const object = { metadata: { name: 'x', managedFields: [ENTRY] } }
    expect(withOwners(object, new Map())).toEqual({ metadata: { name: 'x' } })
    expect(withOwners({ kind: 'X' }, new Map())).toEqual({ kind: 'X' })
  })

  it('are validated before they are stored', () => {
    const wrong = { ...ENTRY, operation: 'X', fieldsType: 'Y', manager: `\u0007${'m'.repeat(128)}` }
    const errors = validateManagedFields([ENTRY, { ...wrong, subresource: 's'.repeat(257) }])
    expect(errors.map((error) => `${error.field}: ${bodyOf(error)}`)).toEqual([
      'metadata.managedFields[1].operation: Invalid value: "X": must be `Apply` or `Update`',
      'metadata.managedFields[1].fieldsType: Invalid value: "Y": must be `FieldsV1`',
      'metadata.managedFields[1].manager: Too long: may not be more than 128 bytes',
      `metadata.managedFields[1].manager: Invalid value: "\\u0007${'m'.repeat(128)}": invalid character U+0007 (at position 0)`,
      'metadata.managedFields[1].subresource: Too long: may not be more than 256 bytes',
    ])
  })
})

describe('more than ten updaters', () => {
  const at = (second: number): string => `2026-01-01T00:00:${String(second).padStart(2, '0')}Z`
  const many = (count: number): readonly Owner[] =>
    Array.from({ length: count }, (_, index) => owner(`u${index}`, { time: at(index) }))

  it('are left alone while there are ten', () => {
    const owners = ownersOf(...many(10), owner('a', { operation: 'Apply' }))
    expect([...capUpdaters(owners).keys()]).toEqual([...owners.keys()])
  })

  it('become ten: the oldest are ancient changes', () => {
    const capped = entriesOf(capUpdaters(ownersOf(...many(12))))
    expect(capped.map(({ manager }) => manager)).toEqual([
      'ancient-changes',
      ...many(12)
        .slice(3)
        .map(({ manager }) => manager),
    ])
    expect(capped[0]).toMatchObject({
      time: at(2),
      fieldsV1: { 'f:data': { 'f:u0': {}, 'f:u1': {}, 'f:u2': {} } },
    })
  })

  it('are put together by version', () => {
    const owners = many(12).map((each, index) => ({ ...each, apiVersion: index % 2 === 0 ? 'v1' : 'v2' }))
    const capped = entriesOf(capUpdaters(ownersOf(...owners)))
    const ancient = capped.filter(({ manager }) => manager === 'ancient-changes')
    expect([capped.length, ancient.map(({ apiVersion }) => apiVersion)]).toEqual([10, ['v1', 'v2']])
  })
})

describe('times', () => {
  const object = (time: string, data: string): JsonObject => ({
    data: { a: data },
    metadata: { managedFields: [{ ...ENTRY, time }] },
  })

  it('are kept where nothing else has changed', () => {
    const live = object('2026-01-01T00:00:00Z', 'x')
    expect(keepTimes(live, object('2026-01-02T00:00:00Z', 'x'))).toEqual(live)
  })

  it('are new where something has', () => {
    const updated = object('2026-01-02T00:00:00Z', 'y')
    expect(keepTimes(object('2026-01-01T00:00:00Z', 'x'), updated)).toBe(updated)
  })
})

describe('the manager of a request that names none', () => {
  it.each([
    ['kubectl/v1.34.0 (linux/amd64)', 'kubectl'],
    ['Mozilla', 'Mozilla'],
    ['a\u0000b\tc d/x', 'abc d'],
    ['', ''],
    [`${'é'.repeat(100)}/1`, 'é'.repeat(64)],
  ])('is what its User-Agent begins with: %j', (userAgent, manager) => {
    expect(managerOf(userAgent)).toBe(manager)
  })

  it('has only characters that print', () => {
    expect(['a', 'é', '😀', ' ', '\u00a0', '\n', '\u200b'].map(isPrintable)).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
      false,
    ])
  })
})
