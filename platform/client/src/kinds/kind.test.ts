import { describe, expect, it } from 'vitest'
import { ConfigMap, Deployment, Namespace } from './builtin-kinds.ts'
import { apiVersionOf, isSameKind, kindOf, metadataOf, pathOf, splitApiVersion } from './kind.ts'

describe('pathOf', () => {
  it('knows collections, objects and their parts', () => {
    expect(pathOf(ConfigMap)).toBe('/api/v1/configmaps')
    expect(pathOf(ConfigMap, { namespace: 'a', name: 'b' })).toBe('/api/v1/namespaces/a/configmaps/b')
    expect(pathOf(Deployment, { namespace: 'a', name: 'b', subresource: 'scale' })).toBe(
      '/apis/apps/v1/namespaces/a/deployments/b/scale',
    )
    expect(pathOf(Namespace, { namespace: 'ignored', name: 'a' })).toBe('/api/v1/namespaces/a')
  })

  it('lets no name leave its place in the path', () => {
    expect(pathOf(ConfigMap, { namespace: 'n', name: 'a/../b?c' })).toBe(
      '/api/v1/namespaces/n/configmaps/a%2F..%2Fb%3Fc',
    )
    for (const name of ['', '.', '..']) {
      expect(() => pathOf(ConfigMap, { namespace: 'n', name })).toThrow('it is no name')
    }
    expect(() => pathOf(ConfigMap, { namespace: '..', name: 'a' })).toThrow('cannot ask for namespace ".."')
  })
})

describe('kinds', () => {
  it('split and join their apiVersion', () => {
    expect(apiVersionOf(ConfigMap)).toBe('v1')
    expect(apiVersionOf(Deployment)).toBe('apps/v1')
    expect(splitApiVersion('apps/v1')).toEqual({ group: 'apps', version: 'v1' })
    expect(splitApiVersion('v1')).toEqual({ group: '', version: 'v1' })
  })

  it('are the same by where they are served, however they are viewed', () => {
    expect(isSameKind(ConfigMap, metadataOf(ConfigMap))).toBe(true)
    expect(isSameKind(ConfigMap, kindOf({ ...ConfigMap, version: 'v2' }))).toBe(false)
  })
})
