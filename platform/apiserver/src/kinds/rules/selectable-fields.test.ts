import { expect, it } from 'vitest'
import { selectableFields, selectableValue } from './selectable-fields.ts'

const pod = { group: '', version: 'v1', kind: 'Pod' }
const event = { group: '', version: 'v1', kind: 'Event' }
const job = { group: 'batch', version: 'v1', kind: 'Job' }

it('takes name and namespace of kinds without fields of their own', () => {
  expect(selectableFields({ group: 'apps', version: 'v1', kind: 'Deployment' })).toEqual([
    'metadata.name',
    'metadata.namespace',
  ])
})

it('takes no namespace of kinds that say so', () => {
  expect(selectableFields({ group: '', version: 'v1', kind: 'Namespace' })).toEqual([
    'status.phase',
    'metadata.name',
  ])
})

it('compares text, with the values that absent fields stand for', () => {
  expect(selectableValue({ spec: { nodeName: 'n1' } }, 'spec.nodeName', pod)).toBe('n1')
  expect(selectableValue({}, 'spec.nodeName', pod)).toBe('')
  expect(selectableValue({}, 'spec.hostNetwork', pod)).toBe('false')
  expect(selectableValue({ status: { podIPs: [{ ip: '10.0.0.1' }] } }, 'status.podIP', pod)).toBe('10.0.0.1')
  expect(selectableValue({ status: { succeeded: 2 } }, 'status.successful', job)).toBe('2')
})

it('takes the reporter of an event for its source', () => {
  expect(selectableValue({ source: { component: 'c' } }, 'source', event)).toBe('c')
  expect(selectableValue({ source: {}, reportingComponent: 'r' }, 'source', event)).toBe('r')
})
