import { describe, expect, it } from 'vitest'
import { builtinGroups, builtinResources, schemaFor } from './kind-table.ts'

describe('builtinGroups', () => {
  it('lists the stable groups as the real server does, the core group first', () => {
    const names = builtinGroups().map(({ name }) => name)
    expect(names.slice(0, 4)).toEqual(['', 'apiregistration.k8s.io', 'apps', 'events.k8s.io'])
    expect(names).toHaveLength(21)
  })

  it('has the preferred version first', () => {
    expect(builtinGroups().find(({ name }) => name === 'autoscaling')?.versions).toEqual(['v2', 'v1'])
  })
})

describe('builtinResources', () => {
  it('describes a resource as discovery does', () => {
    expect(builtinResources('apps/v1').find(({ resource }) => resource === 'deployments')).toEqual({
      group: 'apps',
      version: 'v1',
      resource: 'deployments',
      singular: 'deployment',
      kind: 'Deployment',
      namespaced: true,
      shortNames: ['deploy'],
      categories: ['all'],
      verbs: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
      subresources: [
        {
          name: 'scale',
          group: 'autoscaling',
          version: 'v1',
          kind: 'Scale',
          verbs: ['get', 'patch', 'update'],
        },
        {
          name: 'status',
          group: 'apps',
          version: 'v1',
          kind: 'Deployment',
          verbs: ['get', 'patch', 'update'],
        },
      ],
    })
  })

  it('has none for a group version that is not built in', () => {
    expect(builtinResources('example.com/v1')).toEqual([])
    expect(builtinResources('apps/v2')).toEqual([])
  })
})

describe('schemaFor', () => {
  it('knows how lists are merged', () => {
    const spec = schemaFor('', 'v1', 'Pod')?.properties?.spec
    expect(spec?.properties?.containers).toMatchObject({
      type: 'array',
      listType: 'map',
      listMapKeys: ['name'],
      patchStrategy: 'merge',
      patchMergeKey: 'name',
    })
    expect(spec?.properties?.containers?.items?.properties?.ports?.items?.properties?.protocol).toEqual({
      type: 'string',
      default: 'TCP',
      enum: ['SCTP', 'TCP', 'UDP'],
    })
  })

  it('follows types that contain themselves', () => {
    const definition = schemaFor('apiextensions.k8s.io', 'v1', 'CustomResourceDefinition')
    const version = definition?.properties?.spec?.properties?.versions?.items
    const schema = version?.properties?.schema?.properties?.openAPIV3Schema
    expect(schema?.properties?.not?.properties?.not?.properties?.type).toEqual({ type: 'string' })
  })

  it('keeps what a reference adds to its type', () => {
    expect(schemaFor('apps', 'v1', 'Deployment')?.properties?.spec?.properties?.strategy).toMatchObject({
      type: 'object',
      patchStrategy: 'retainKeys',
      default: {},
    })
    expect(schemaFor('', 'v1', 'PersistentVolume')?.properties?.spec?.properties?.claimRef).toMatchObject({
      mapType: 'granular',
    })
  })

  it('says which values are more than one type', () => {
    const port = schemaFor('', 'v1', 'Service')?.properties?.spec?.properties?.ports?.items
    expect(port?.properties?.targetPort).toEqual({ intOrString: true })
    const fields = schemaFor('', 'v1', 'ConfigMap')?.properties?.metadata?.properties?.managedFields?.items
    expect(fields?.properties?.fieldsV1).toMatchObject({ type: 'object', preserveUnknownFields: true })
  })

  it('has every kind that can be stored', () => {
    const stored = builtinGroups().flatMap(({ name, versions }) =>
      versions.flatMap((version) => builtinResources(name === '' ? version : `${name}/${version}`)),
    )
    const missing = stored.filter(({ group, version, kind }) => schemaFor(group, version, kind) === undefined)
    expect(missing).toEqual([])
    expect(stored.length).toBeGreaterThan(60)
  })

  it('has none for other kinds', () => {
    expect(schemaFor('example.com', 'v1', 'Device')).toBeUndefined()
  })
})
