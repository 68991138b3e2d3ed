import { describe, expect, expectTypeOf, it } from 'vitest'
import { parse } from 'yaml'
import type { Condition } from '../status/condition.ts'
import { pluralOf } from './plural-of.ts'
import { ResourceError, resource } from './resource.ts'
import { schema } from './schema.ts'

const Device = resource({
  group: 'example.io',
  version: 'v1',
  kind: 'Device',
  shortNames: ['dev'],
  spec: schema.object({
    desired: schema.enum(['running', 'stopped']),
    size: schema.integer({ minimum: 1, default: 1 }),
  }),
  status: schema.object({
    state: schema.string(),
    lastSeen: schema.optional(schema.string({ format: 'date-time' })),
  }),
  conditions: ['Ready', 'Synced'],
  columns: [
    { name: 'Size', path: '.spec.size' },
    { name: 'Seen', path: '.status.lastSeen', priority: 1 },
    { condition: 'Ready' },
  ],
  versions: [
    {
      name: 'v1alpha1',
      deprecated: 'use v1',
      spec: schema.object({ running: schema.boolean() }),
      status: schema.object({ state: schema.string() }),
    },
  ],
})

describe('resource', () => {
  it('gives the types of its objects (F8)', () => {
    type Made = NonNullable<(typeof Device)['object']>
    expectTypeOf<Made['spec']>().toEqualTypeOf<{
      readonly desired: 'running' | 'stopped'
      readonly size: number
    }>()
    expectTypeOf<NonNullable<NonNullable<Made['status']>['conditions']>>().toEqualTypeOf<
      readonly Condition<'Ready' | 'Synced'>[]
    >()
    expect(Device).toMatchObject({ apiVersion: 'example.io/v1', plural: 'devices', namespaced: true })
  })

  it('gives a definition with names, versions, subresources and columns', () => {
    expect(Device.crd).toMatchObject({
      metadata: { name: 'devices.example.io' },
      spec: {
        group: 'example.io',
        scope: 'Namespaced',
        names: {
          kind: 'Device',
          listKind: 'DeviceList',
          plural: 'devices',
          singular: 'device',
          shortNames: ['dev'],
        },
        versions: [
          { name: 'v1', served: true, storage: true, subresources: { status: {} } },
          { name: 'v1alpha1', served: true, storage: false, deprecated: true, deprecationWarning: 'use v1' },
        ],
      },
    })
    expect(Device.crd.spec.versions[0]?.additionalPrinterColumns).toEqual([
      { name: 'Size', type: 'integer', jsonPath: '.spec.size' },
      { name: 'Seen', type: 'date', jsonPath: '.status.lastSeen', priority: 1 },
      { name: 'Ready', type: 'string', jsonPath: '.status.conditions[?(@.type=="Ready")].status' },
      { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
    ])
  })

  it('describes whole objects, with conditions merged by their type (F60)', () => {
    const { openAPIV3Schema: whole } = Device.crd.spec.versions[0]?.schema ?? {}
    expect(whole).toMatchObject({
      type: 'object',
      required: ['spec'],
      properties: {
        metadata: { type: 'object' },
        spec: { required: ['desired'], properties: { size: { type: 'integer', minimum: 1, default: 1 } } },
        status: {
          properties: {
            observedGeneration: { type: 'integer' },
            conditions: { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['type'] },
          },
        },
      },
    })
  })

  it('gives the definition as YAML', () => {
    expect(parse(Device.yaml())).toEqual(JSON.parse(JSON.stringify(Device.crd)))
    expect(Device.yaml()).toMatch(/^apiVersion: apiextensions.k8s.io\/v1\nkind: CustomResourceDefinition\n/)
  })

  it('fills in defaults, and tells what is wrong with an object', () => {
    const metadata = { name: 'a', labels: { x: 'y' } }
    const good = Device.validate({ metadata, spec: { desired: 'running' } })
    expect(good).toEqual({ ok: true, value: { metadata, spec: { desired: 'running', size: 1 } } })
    const bad = Device.validate({
      kind: 'Other',
      metadata: { name: 'A b' },
      spec: { desired: 'on', size: 0 },
      more: 1,
    })
    expect(bad.ok ? [] : bad.issues.map(({ path }) => path).sort()).toEqual([
      'kind',
      'metadata.name',
      'more',
      'spec.desired',
      'spec.size',
    ])
  })

  it('is a Standard Schema', async () => {
    const result = await Device['~standard'].validate({ metadata: { name: 'a' }, spec: { desired: 'off' } })
    expect(result).toEqual({
      issues: [{ path: ['spec', 'desired'], message: 'has to be "running" or "stopped"' }],
    })
  })

  it('takes schemas of other libraries: as JSON Schema, or as Standard Schema that can tell theirs', () => {
    const plain = resource({
      group: 'example.io',
      version: 'v1',
      kind: 'Plain',
      spec: { $id: 'x', type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
    })
    expect(plain.schema.properties?.spec).toEqual({
      type: 'object',
      properties: { a: { type: 'string' } },
      required: ['a'],
    })
    const told = (jsonSchema: object) => ({
      '~standard': { version: 1, vendor: 'any', validate: () => ({ value: 1 }), ...jsonSchema },
    })
    const input = () => ({ type: 'object', properties: { a: { type: 'string' } } })
    const other = resource({
      group: 'example.io',
      version: 'v1',
      kind: 'Told',
      spec: told({ jsonSchema: { input } }),
    })
    expect(other.schema.properties?.spec).toEqual(input())
    expect(() => resource({ group: 'example.io', version: 'v1', kind: 'Mute', spec: told({}) })).toThrow(
      'any does not tell its JSON Schema',
    )
  })

  it.each([
    ['a group without a dot', { group: 'example' }],
    ['a kind in small letters', { kind: 'device' }],
    ['an odd version', { version: '1' }],
    ['a version twice', { versions: [{ name: 'v1' }] }],
  ])('refuses %s', (_, wrong) => {
    expect(() => resource({ group: 'example.io', version: 'v1', kind: 'Device', ...wrong })).toThrow(
      ResourceError,
    )
  })

  it('keeps objects in another version, if told to', () => {
    const kind = resource({
      group: 'example.io',
      version: 'v2',
      kind: 'Device',
      scope: 'Cluster',
      spec: schema.object({}),
      versions: [{ name: 'v1', storage: true, served: false, spec: schema.object({}) }],
    })
    expect(kind.namespaced).toBe(false)
    expect(kind.crd.spec.versions.map(({ storage, served }) => [storage, served])).toEqual([
      [false, true],
      [true, false],
    ])
  })
})

describe('pluralOf', () => {
  it.each([
    ['Device', 'devices'],
    ['Policy', 'policies'],
    ['Gateway', 'gateways'],
    ['Ingress', 'ingresses'],
    ['Box', 'boxes'],
    ['Patch', 'patches'],
  ])('%s: %s', (kind, plural) => {
    expect(pluralOf(kind)).toBe(plural)
  })
})
