import { expect, it } from 'vitest'
import { prepareUpdate } from './prepare-update.ts'

const service = { group: '', version: 'v1', kind: 'Service' }
const namespace = { group: '', version: 'v1', kind: 'Namespace' }
const daemonSet = { group: 'apps', version: 'v1', kind: 'DaemonSet' }
const allocated = {
  type: 'NodePort',
  clusterIP: '10.0.0.9',
  clusterIPs: ['10.0.0.9'],
  ipFamilies: ['IPv4'],
  ipFamilyPolicy: 'SingleStack',
}

it('keeps the addresses of a service that its writer left out', () => {
  const before = { spec: { ...allocated, ports: [{ name: 'web', port: 80, nodePort: 30080 }] } }
  const after = { spec: { type: 'NodePort', ports: [{ name: 'web', port: 81 }] } }
  expect(prepareUpdate(before, after, service)).toEqual({
    spec: { ...allocated, ports: [{ name: 'web', port: 81, nodePort: 30080 }] },
  })
})

it('gives a port to one place only', () => {
  const before = { spec: { ...allocated, ports: [{ name: 'a', port: 80, nodePort: 30080 }] } }
  const ports = [
    { name: 'a', port: 80 },
    { name: 'b', port: 81, nodePort: 30080 },
  ]
  expect(prepareUpdate(before, { spec: { ...allocated, ports } }, service)).toEqual({
    spec: { ...allocated, ports },
  })
})

it('lets a service go elsewhere without its addresses', () => {
  const after = { spec: { type: 'ExternalName', externalName: 'x.example.com' } }
  expect(prepareUpdate({ spec: allocated }, after, service)).toEqual(after)
})

it('does not let finalizers of a namespace be changed', () => {
  const before = { spec: { finalizers: ['kubernetes'] } }
  expect(prepareUpdate(before, { spec: {} }, namespace)).toEqual(before)
})

it('counts the templates of a daemon set', () => {
  const counted = (template: string, count: string) => ({
    metadata: { annotations: { 'deprecated.daemonset.template.generation': count } },
    spec: { template },
  })
  expect(prepareUpdate(counted('a', '3'), { spec: { template: 'a' } }, daemonSet)).toEqual(counted('a', '3'))
  expect(prepareUpdate(counted('a', '3'), counted('b', '9'), daemonSet)).toEqual(counted('b', '4'))
})
