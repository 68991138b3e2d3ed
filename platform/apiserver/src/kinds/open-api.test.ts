import { expect, it } from 'vitest'
import { isObject, type JsonObject, type JsonValue } from '../json/json-value.ts'
import { builtinGroups } from './kind-table.ts'
import { openApiFor } from './open-api.ts'

function at(value: JsonValue | undefined, ...path: string[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>((held, step) => (isObject(held) ? held[step] : undefined), value)
}

function referencesIn(document: JsonObject): readonly string[] {
  const names = JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)
  return [...new Set(Array.from(names, ([, name = '']) => name))]
}

it('says in the PATCH operation that the server validates fields', () => {
  const path = '/apis/apps/v1/namespaces/{namespace}/deployments/{name}'
  const patch = at(openApiFor('apps/v1'), 'paths', path, 'patch')
  expect(at(patch, 'parameters')).toContainEqual({
    name: 'fieldValidation',
    in: 'query',
    schema: { type: 'string' },
  })
  expect(at(patch, 'x-kubernetes-group-version-kind')).toEqual({
    group: 'apps',
    version: 'v1',
    kind: 'Deployment',
  })
})

it('marks schemas with the kind that they are, and explains them', () => {
  const pod = at(openApiFor('v1'), 'components', 'schemas', 'io.k8s.api.core.v1.Pod')
  expect(at(pod, 'x-kubernetes-group-version-kind')).toEqual([{ group: '', version: 'v1', kind: 'Pod' }])
  expect(at(pod, 'properties', 'spec', 'description')).toMatch(/^Specification of the desired behavior/)
})

it('has every schema that it refers to', () => {
  for (const { name, versions } of builtinGroups())
    for (const version of versions) {
      const document = openApiFor(name === '' ? version : `${name}/${version}`) ?? {}
      const schemas = at(document, 'components', 'schemas')
      expect(referencesIn(document).filter((type) => at(schemas, type) === undefined)).toEqual([])
    }
})

it('has no document for a group version that is not built in', () => {
  expect(openApiFor('example.com/v1')).toBeUndefined()
})
