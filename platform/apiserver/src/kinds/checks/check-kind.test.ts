import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { ApiObject } from '../../resources/api-object.ts'
import { bodyOf } from '../../status/field-error.ts'
import { prepareCreate } from '../create/prepare-create.ts'
import { type KindName, withDefaults } from '../defaults/with-defaults.ts'
import { builtinResources } from '../kind-table.ts'
import { prepareUpdate } from '../update/prepare-update.ts'
import { convertBuiltin, storedVersion } from '../versions/convert-builtin.ts'
import { checkKind, hasKindCheck, refusedKind } from './check-kind.ts'

interface Recorded {
  readonly name: string
  readonly object: ApiObject
  readonly old?: ApiObject
  readonly sub?: string
  readonly namespace?: string
  /** `field: message` of each cause in the real server's answer, in its order; none if it took the object. */
  readonly causes: readonly string[]
}

const FACTS = { uid: '00000000-0000-0000-0000-000000000000', now: '2026-01-01T00:00:00Z', suffix: 'abcde' }
const recorded = readFileSync(new URL('recorded.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Recorded)

function kindOf({ apiVersion, kind }: ApiObject): KindName {
  const [version = '', group = ''] = apiVersion.split('/').reverse()
  return { group, version, kind }
}

function hasOwnStatus({ apiVersion, kind }: ApiObject): boolean {
  const found = builtinResources(apiVersion).find((one) => one.kind === kind)
  return found?.subresources.some(({ name }) => name === 'status') === true
}

function isNamespaced({ apiVersion, kind }: ApiObject): boolean {
  return builtinResources(apiVersion).find((one) => one.kind === kind)?.namespaced === true
}

/** The object as it is when the server checks it. */
function prepared({ object, old, sub, namespace = 'default' }: Recorded): ApiObject {
  const kind = kindOf(object)
  const whole = withDefaults(object, kind) as ApiObject
  if (old === undefined) {
    const { generateName } = whole.metadata
    const name = generateName === undefined ? whole.metadata.name : `${generateName}abcde`
    const place = isNamespaced(object) ? { namespace } : {}
    const metadata = { ...whole.metadata, ...(name !== undefined && { name }), ...place, uid: FACTS.uid }
    return prepareCreate({ ...whole, metadata }, kind, FACTS) as ApiObject
  }
  if (sub === 'status') return { ...old, status: whole.status } as ApiObject
  if (sub !== undefined) return whole
  const { status: _, ...rest } = whole
  const kept = hasOwnStatus(object)
    ? { ...rest, ...(old.status !== undefined && { status: old.status }) }
    : whole
  return prepareUpdate(old, kept, kind) as ApiObject
}

function causesOf(one: Recorded): readonly string[] {
  const kind = kindOf(one.object)
  const stored = (object: ApiObject): ApiObject =>
    convertBuiltin(object, kind, storedVersion(kind)) as ApiObject
  const errors = checkKind(stored(prepared(one)), one.old && stored(one.old), {
    kind,
    namespaced: isNamespaced(one.object),
    ...(one.sub !== undefined && { subresource: one.sub }),
  })
  const causes = errors.map((error) => `${error.field}: ${bodyOf(error)}`)
  return causes.map((cause) => cause.replaceAll(FACTS.uid, '<uid>'))
}

const UID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const plain = (causes: readonly string[]): readonly string[] =>
  causes.map((cause) => cause.replace(UID, '<uid>'))

describe('checks a built-in object as a real server does, cause by cause', () => {
  const byKind = Map.groupBy(recorded, ({ object }) => `${object.apiVersion} ${object.kind}`)
  it.each([...byKind.keys()])('%s', (kind) => {
    for (const one of byKind.get(kind) ?? [])
      expect([one.name, ...plain(causesOf(one))]).toEqual([one.name, ...plain(one.causes)])
  })
})

it('refuses something in most of what was recorded', () => {
  expect(recorded.length).toBeGreaterThan(500)
  expect(recorded.filter(({ causes }) => causes.length > 0).length).toBeGreaterThan(400)
})

it('checks no more than the metadata of kinds without rules', () => {
  const kind = { group: 'storage.k8s.io', version: 'v1', kind: 'CSINode' }
  const object = {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'CSINode',
    metadata: { name: 'A_', labels: { 'a b': 'c' } },
  }
  expect(hasKindCheck(kind)).toBe(false)
  expect(checkKind(object, undefined, { kind, namespaced: false }).map(({ field }) => field)).toEqual([
    'metadata.name',
    'metadata.labels',
  ])
})

it('names events of either group as those of the core group when it refuses one', () => {
  expect(refusedKind({ group: 'events.k8s.io', version: 'v1', kind: 'Event' })).toEqual({
    group: '',
    kind: 'Event',
  })
})
