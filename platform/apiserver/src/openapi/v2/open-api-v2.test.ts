import { describe, expect, it } from 'vitest'
import { addBuiltinKinds } from '../../builtin/builtin-kinds.ts'
import { crdResources } from '../../crd/crd-resources.ts'
import type { JsonObject } from '../../json/json-value.ts'
import { ResourceRegistry } from '../../resources/resource-registry.ts'
import { openApiV2 } from './open-api-v2.ts'

const version = (name: string, openAPIV3Schema: JsonObject) => ({
  name,
  served: true,
  storage: name === 'v1',
  subresources: { status: {} },
  schema: { openAPIV3Schema },
})
const registry = new ResourceRegistry()
addBuiltinKinds(registry)
registry.setCustom(
  'v2.example.io',
  'gadgets',
  crdResources({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'gadgets.v2.example.io' },
    spec: {
      group: 'v2.example.io',
      scope: 'Namespaced',
      names: { plural: 'gadgets', kind: 'Gadget' },
      versions: [
        version('v1', { type: 'object', description: 'A gadget', properties: { a: { type: 'string' } } }),
        version('v2', { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }),
      ],
    },
  }),
)
const document = openApiV2(registry)
const paths = document.paths as Readonly<Record<string, Readonly<Record<string, JsonObject>>>>
const definitions = document.definitions as Readonly<Record<string, JsonObject>>

describe('the swagger document', () => {
  it('has every kind under the name that clients look for', () => {
    expect(document.swagger).toBe('2.0')
    expect(definitions['io.k8s.api.apps.v1.Deployment']?.['x-kubernetes-group-version-kind']).toEqual([
      { group: 'apps', version: 'v1', kind: 'Deployment' },
    ])
    expect(definitions['io.k8s.apimachinery.pkg.util.intstr.IntOrString']).toMatchObject({
      type: 'string',
      format: 'int-or-string',
    })
  })

  it('says how lists of built-in kinds are merged', () => {
    const { properties } = definitions['io.k8s.api.core.v1.PodSpec'] as { properties: JsonObject }
    expect(properties.containers).toMatchObject({
      'x-kubernetes-patch-merge-key': 'name',
      'x-kubernetes-patch-strategy': 'merge',
    })
  })

  it('describes a custom kind and its list', () => {
    expect(definitions['io.example.v2.v1.Gadget']).toEqual({
      type: 'object',
      description: 'A gadget',
      properties: {
        a: { type: 'string' },
        apiVersion: { type: 'string', description: expect.stringMatching(/^APIVersion defines/) },
        kind: { type: 'string', description: expect.stringMatching(/^Kind is a string/) },
        metadata: {
          $ref: '#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta',
          description: expect.stringMatching(/^Standard object's metadata/),
        },
      },
      'x-kubernetes-group-version-kind': [{ group: 'v2.example.io', version: 'v1', kind: 'Gadget' }],
    })
    expect(definitions['io.example.v2.v1.GadgetList']).toMatchObject({
      description: 'GadgetList is a list of Gadget',
      required: ['items'],
    })
  })

  it('says nothing of a kind that keeps unknown fields', () => {
    expect(definitions['io.example.v2.v2.Gadget']).toEqual({
      type: 'object',
      'x-kubernetes-group-version-kind': [{ group: 'v2.example.io', version: 'v2', kind: 'Gadget' }],
    })
  })

  it('names the operations as generated clients do', () => {
    const ids = (path: string) =>
      Object.values(paths[path] ?? {}).flatMap((operation) => operation.operationId ?? [])
    expect(ids('/api/v1/pods')).toEqual(['listCoreV1PodForAllNamespaces'])
    expect(ids('/apis/rbac.authorization.k8s.io/v1/clusterroles/{name}')).toEqual([
      'readRbacAuthorizationV1ClusterRole',
      'replaceRbacAuthorizationV1ClusterRole',
      'patchRbacAuthorizationV1ClusterRole',
      'deleteRbacAuthorizationV1ClusterRole',
    ])
    expect(ids('/apis/v2.example.io/v1/namespaces/{namespace}/gadgets')).toEqual([
      'listV2ExampleIoV1NamespacedGadget',
      'createV2ExampleIoV1NamespacedGadget',
      'deleteV2ExampleIoV1CollectionNamespacedGadget',
    ])
  })

  it('tells of each operation what it does, to what, and what it takes', () => {
    const patch = paths['/apis/v2.example.io/v1/namespaces/{namespace}/gadgets/{name}/status']?.patch
    expect(patch).toMatchObject({
      consumes: [
        'application/json-patch+json',
        'application/merge-patch+json',
        'application/apply-patch+yaml',
      ],
      'x-kubernetes-action': 'patch',
      'x-kubernetes-group-version-kind': { group: 'v2.example.io', version: 'v1', kind: 'Gadget' },
      responses: { 200: { schema: { $ref: '#/definitions/io.example.v2.v1.Gadget' } } },
    })
    const names = ((patch?.parameters ?? []) as readonly JsonObject[]).map(({ name }) => name)
    expect(names).toEqual(['body', 'dryRun', 'fieldManager', 'fieldValidation', 'force'])
  })

  it('refers to nothing that it does not define', () => {
    const references = JSON.stringify(document).matchAll(/"#\/definitions\/([^"]+)"/g)
    const missing = [...references].filter(([, name = '']) => !Object.hasOwn(definitions, name))
    expect(missing).toEqual([])
  })
})
