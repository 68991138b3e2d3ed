import { describe, expect, it } from 'vitest'
import { crdResources } from '../crd/crd-resources.ts'
import type { JsonObject } from '../json/json-value.ts'
import { ResourceRegistry } from '../resources/resource-registry.ts'
import { openApiV3, openApiV3Index } from './open-api.ts'

const registry = new ResourceRegistry()
registry.setCustom(
  'twin.example.io',
  'gadgets',
  crdResources({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'gadgets.twin.example.io' },
    spec: {
      group: 'twin.example.io',
      scope: 'Namespaced',
      names: { plural: 'gadgets', kind: 'Gadget' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          subresources: {
            status: {},
            scale: { specReplicasPath: '.spec.n', statusReplicasPath: '.status.n' },
          },
          selectableFields: [{ jsonPath: '.spec.a' }],
          schema: {
            openAPIV3Schema: {
              type: 'object',
              description: 'A gadget.',
              properties: {
                spec: {
                  type: 'object',
                  properties: {
                    a: { type: 'string' },
                    port: { 'x-kubernetes-int-or-string': true },
                    inner: { type: 'object', 'x-kubernetes-embedded-resource': true },
                  },
                },
              },
            },
          },
        },
      ],
    },
  }),
)
const document = openApiV3(registry, 'apis/twin.example.io/v1') as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, JsonObject>>>>
  readonly components: { readonly schemas: Readonly<Record<string, JsonObject>> }
}
const { paths } = document
const { schemas } = document.components
const one = '/apis/twin.example.io/v1/namespaces/{namespace}/gadgets/{name}'

describe('the OpenAPI v3 document of a custom kind', () => {
  it('is found where the index says', () => {
    expect(openApiV3Index(registry).paths).toEqual({
      'apis/twin.example.io/v1': {
        serverRelativeURL: expect.stringMatching(/^\/openapi\/v3\/apis\/twin\.example\.io\/v1\?hash=/),
      },
    })
    expect(openApiV3(registry, 'apis/twin.example.io/v2')).toBeUndefined()
  })

  it('describes what every object has, as kubectl explain shows it', () => {
    expect(schemas['io.example.twin.v1.Gadget']).toMatchObject({
      description: 'A gadget.',
      properties: {
        apiVersion: {
          type: 'string',
          description: expect.stringMatching(/^APIVersion defines the versioned/),
        },
        kind: { type: 'string', description: expect.stringMatching(/^Kind is a string value/) },
        metadata: {
          description: expect.stringMatching(/^Standard object's metadata\. More info: /),
          allOf: [{ $ref: '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' }],
        },
      },
      'x-kubernetes-group-version-kind': [{ group: 'twin.example.io', version: 'v1', kind: 'Gadget' }],
      'x-kubernetes-selectable-fields': [{ fieldPath: 'spec.a' }],
    })
    expect(schemas['io.example.twin.v1.GadgetList']).toMatchObject({
      description: 'GadgetList is a list of Gadget',
      properties: { metadata: { description: expect.stringMatching(/^Standard list metadata/) } },
    })
  })

  it('says in plain words what extensions mean', () => {
    const { spec } = (schemas['io.example.twin.v1.Gadget'] as { properties: Record<string, JsonObject> })
      .properties
    expect(spec?.properties).toMatchObject({
      port: { anyOf: [{ type: 'integer' }, { type: 'string' }], 'x-kubernetes-int-or-string': true },
      inner: { required: ['kind', 'apiVersion'], properties: { kind: { type: 'string' } } },
    })
  })

  it('tells of each path which operations it has, and what they are called', () => {
    const told = Object.entries(paths).map(([path, { parameters: _, ...item }]) => [
      path.replace('/apis/twin.example.io/v1/', ''),
      Object.values(item).map(({ operationId }) => operationId),
    ])
    const name = 'TwinExampleIoV1NamespacedGadget'
    expect(Object.fromEntries(told)).toEqual({
      gadgets: ['listTwinExampleIoV1GadgetForAllNamespaces'],
      'namespaces/{namespace}/gadgets': [
        `list${name}`,
        `create${name}`,
        'deleteTwinExampleIoV1CollectionNamespacedGadget',
      ],
      'namespaces/{namespace}/gadgets/{name}': ['read', 'replace', 'delete', 'patch'].map(
        (word) => word + name,
      ),
      'namespaces/{namespace}/gadgets/{name}/scale': [
        `read${name}Scale`,
        `replace${name}Scale`,
        `patch${name}Scale`,
      ],
      'namespaces/{namespace}/gadgets/{name}/status': [
        `read${name}Status`,
        `replace${name}Status`,
        `patch${name}Status`,
      ],
    })
  })

  it('tells of an operation what it takes and answers', () => {
    const patch = paths[one]?.patch as unknown as {
      readonly requestBody: { readonly content: JsonObject }
      readonly parameters: readonly JsonObject[]
    }
    expect(Object.keys(patch.requestBody.content)).toEqual([
      'application/apply-patch+yaml',
      'application/json-patch+json',
      'application/merge-patch+json',
    ])
    const names = patch.parameters.map(({ name }) => name)
    expect(names).toEqual(['dryRun', 'fieldManager', 'fieldValidation', 'force'])
    expect(paths[`${one}/scale`]?.put).toMatchObject({
      description: 'replace scale of the specified Gadget',
      requestBody: {
        content: {
          'application/json': { schema: { $ref: '#/components/schemas/io.k8s.api.autoscaling.v1.Scale' } },
        },
      },
    })
  })

  it('refers to nothing that it does not define', () => {
    const references = JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)
    const missing = [...references].filter(([, name = '']) => !Object.hasOwn(schemas, name))
    expect(missing).toEqual([])
  })
})
