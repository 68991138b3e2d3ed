import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { checkKind } from '../../kinds/checks/check-kind.ts'
import { withDefaults } from '../../kinds/defaults/with-defaults.ts'
import type { ApiObject } from '../../resources/api-object.ts'
import { bodyOf } from '../../status/field-error.ts'
import { checkDefinition, definitionCheck } from './check-definition.ts'
import { completeDefinition, definitionStatus } from './complete-definition.ts'

interface Recorded {
  readonly name: string
  readonly object: ApiObject
  readonly old?: ApiObject
  readonly sub?: string
  readonly causes: readonly string[]
}

const KIND = { group: 'apiextensions.k8s.io', version: 'v1', kind: 'CustomResourceDefinition' }
const recorded = readFileSync(new URL('recorded.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Recorded)

function prepared({ object, old, sub }: Recorded): ApiObject {
  const whole = completeDefinition(withDefaults(object, KIND) as ApiObject)
  return sub === 'status' && old !== undefined
    ? ({ ...old, status: whole.status } as ApiObject)
    : { ...whole, status: definitionStatus(whole, old) }
}

describe('checks a definition as a real server does, cause by cause', () => {
  it.each(recorded.map((one) => [one.name, one] as const))('%s', (_, one) => {
    const subresource = one.sub === undefined ? {} : { subresource: one.sub }
    const errors = checkKind(prepared(one), one.old, {
      kind: KIND,
      namespaced: false,
      own: definitionCheck(),
      ...subresource,
    })
    expect(errors.map((error) => `${error.field}: ${bodyOf(error)}`)).toEqual(one.causes)
  })
})

it('leaves it to its caller what else is checked of a schema', () => {
  const [first] = recorded.filter(({ causes }) => causes.length === 0)
  const places: string[] = []
  checkDefinition(prepared(first as Recorded), undefined, (_, { path }) => {
    places.push(path)
    return []
  })
  expect(places).toEqual(['spec.validation.openAPIV3Schema'])
})

it('completes the names that a definition leaves out, and the port of its webhook', () => {
  const spec = {
    names: { plural: 'devices', kind: 'Device' },
    conversion: {
      strategy: 'Webhook',
      webhook: { clientConfig: { service: { name: 'a', namespace: 'b' } } },
    },
  }
  const given = { apiVersion: 'apiextensions.k8s.io/v1', kind: KIND.kind, metadata: { name: 'a' }, spec }
  expect(completeDefinition(given).spec).toEqual({
    names: { plural: 'devices', kind: 'Device', singular: 'device', listKind: 'DeviceList' },
    conversion: {
      strategy: 'Webhook',
      webhook: { clientConfig: { service: { name: 'a', namespace: 'b', port: 443 } } },
    },
  })
})

it('remembers every version that has been stored', () => {
  const versions = [
    { name: 'v1', storage: false },
    { name: 'v2', storage: true },
  ]
  const object = { apiVersion: 'x', kind: 'x', metadata: { name: 'a' }, spec: { versions } }
  const old = { ...object, status: { storedVersions: ['v1'] } }
  expect(definitionStatus(object, old)).toEqual({ storedVersions: ['v1', 'v2'] })
  expect(definitionStatus(object, undefined).storedVersions).toEqual(['v2'])
})
