import { describe, expect, it } from 'vitest'
import { requestInfoOf } from './request-info.ts'

const of = (path: string) => {
  const info = requestInfoOf(path)
  if (info.type === 'other') return 'other'
  const { group, version, namespace, resource, name, subresource, watch } = info
  return `${watch ? 'watch ' : ''}${group}/${version} ${namespace} ${resource} ${name} ${subresource}`
}

describe('requestInfoOf', () => {
  it.each([
    ['/api/v1/namespaces', '/v1  namespaces  '],
    ['/api/v1/namespaces/a', '/v1  namespaces a '],
    ['/api/v1/namespaces/a/status', '/v1  namespaces a status'],
    ['/api/v1/namespaces/a/finalize', '/v1  namespaces a finalize'],
    ['/api/v1/namespaces/a/configmaps', '/v1 a configmaps  '],
    ['/api/v1/namespaces/a/configmaps/b', '/v1 a configmaps b '],
    ['/api/v1/configmaps', '/v1  configmaps  '],
    ['/apis/example.io/v1/namespaces/a/devices/b/status', 'example.io/v1 a devices b status'],
    ['/apis/example.io/v1/devices', 'example.io/v1  devices  '],
    [
      '/apis/rbac.authorization.k8s.io/v1/clusterroles/system%3Aadmin',
      'rbac.authorization.k8s.io/v1  clusterroles system:admin ',
    ],
    ['/api/v1/watch/namespaces/a/configmaps', 'watch /v1 a configmaps  '],
    ['/api/v1/namespaces/a/services/b/proxy/x/y', '/v1 a services b proxy/x/y'],
  ])('reads %s', (path, expected) => expect(of(path)).toBe(expected))

  it.each([
    '/',
    '/api',
    '/api/v1',
    '/apis',
    '/apis/apps',
    '/apis/apps/v1',
    '/version',
    '/openapi/v3/apis/apps/v1',
    '/api/v1/%zz',
  ])('leaves %s to others', (path) => expect(of(path)).toBe('other'))
})
