import { describe, expect, it } from 'vitest'
import { schemaFor } from '../kinds/kind-table.ts'
import { typeMismatch } from './check-types.ts'

const CONFIG_MAP = schemaFor('', 'v1', 'ConfigMap') ?? {}
const DEPLOYMENT = schemaFor('apps', 'v1', 'Deployment') ?? {}

describe('typeMismatch', () => {
  it('names the first member that its kind cannot hold', () => {
    expect(typeMismatch({ metadata: { finalizers: 5 } }, CONFIG_MAP)).toEqual({
      field: 'metadata.finalizers',
      found: 'number',
      wanted: 'array',
    })
    expect(typeMismatch({ data: { k: 5 } }, CONFIG_MAP)).toMatchObject({ field: 'data', wanted: 'string' })
    expect(typeMismatch({ metadata: 'x' }, CONFIG_MAP)).toMatchObject({ field: 'metadata', found: 'string' })
    expect(
      typeMismatch({ spec: { template: { spec: { containers: [{ name: true }] } } } }, DEPLOYMENT),
    ).toMatchObject({
      field: 'spec.template.spec.containers.name',
      found: 'bool',
    })
  })

  it('lets null, unknown members and what may be several things pass', () => {
    expect(typeMismatch({ data: null, other: 5 }, CONFIG_MAP)).toBeUndefined()
    const strategy = { rollingUpdate: { maxSurge: '25%', maxUnavailable: 1 } }
    const resources = { limits: { cpu: 1, memory: '1Gi' } }
    expect(
      typeMismatch({ spec: { strategy, template: { spec: { containers: [{ resources }] } } } }, DEPLOYMENT),
    ).toBeUndefined()
  })
})
