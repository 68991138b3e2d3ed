import { expect, it } from 'vitest'
import { firstGeneration, nextGeneration } from './generation.ts'

const deployment = { group: 'apps', version: 'v1', kind: 'Deployment' }
const service = { group: '', version: 'v1', kind: 'Service' }
const driver = { group: 'storage.k8s.io', version: 'v1', kind: 'CSIDriver' }
const before = { metadata: { generation: 3, labels: {} }, spec: { replicas: 1 }, status: { replicas: 0 } }

it('counts from one where the kind counts at all', () => {
  expect(firstGeneration(deployment)).toBe(1)
  expect(firstGeneration(service)).toBeUndefined()
  expect(firstGeneration(driver)).toBeUndefined()
})

it('counts changes of the spec, not of labels or status', () => {
  const labelled = { ...before, metadata: { generation: 3, labels: { a: 'b' } }, status: { replicas: 1 } }
  expect(nextGeneration(before, labelled, deployment)).toBe(3)
  expect(nextGeneration(before, { ...before, spec: { replicas: 2 } }, deployment)).toBe(4)
})

it('counts annotations of deployments too', () => {
  const annotated = { ...before, metadata: { generation: 3, annotations: { a: 'b' } } }
  expect(nextGeneration(before, annotated, deployment)).toBe(4)
})

it('begins with the first change for drivers, and never for kinds without', () => {
  expect(nextGeneration({ spec: { a: 1 } }, { spec: { a: 2 } }, driver)).toBe(1)
  expect(nextGeneration({ spec: { a: 1 } }, { spec: { a: 2 } }, service)).toBeUndefined()
})
