import type { JsonObject } from '../json/json-value.ts'
import type { Resource } from '../resources/resource.ts'

const PATCHES = [
  'application/apply-patch+yaml',
  'application/json-patch+json',
  'application/merge-patch+json',
]
const query = (name: string): JsonObject => ({
  name,
  in: 'query',
  schema: { type: 'string', uniqueItems: true },
})
const WRITE = ['dryRun', 'fieldManager', 'fieldValidation'].map(query)

/** The paths of a custom resource with as much of each operation as clients look at. */
export function customPaths(resource: Resource): [string, JsonObject][] {
  const { group, version, kind, resource: plural, namespaced } = resource
  const root = `/apis/${group}/${version}`
  const base = namespaced ? `${root}/namespaces/{namespace}/${plural}` : `${root}/${plural}`
  const operation = (action: string, more: JsonObject = {}): JsonObject => ({
    ...more,
    responses: { 200: { description: 'OK' } },
    'x-kubernetes-action': action,
    'x-kubernetes-group-version-kind': { group, version, kind },
  })
  const patch = operation('patch', {
    parameters: [...WRITE, query('force')],
    requestBody: {
      content: Object.fromEntries(PATCHES.map((type) => [type, { schema: { type: 'object' } }])),
    },
  })
  const one = {
    get: operation('get'),
    put: operation('put', { parameters: WRITE }),
    patch,
    delete: operation('delete'),
  }
  const all = {
    get: operation('list'),
    post: operation('post', { parameters: WRITE }),
    delete: operation('deletecollection'),
  }
  const status = { get: operation('get'), put: operation('put', { parameters: WRITE }), patch }
  const below = resource.subresources.map(
    ({ name }) => [`${base}/{name}/${name}`, status] as [string, JsonObject],
  )
  const everywhere: [string, JsonObject][] = namespaced
    ? [[`${root}/${plural}`, { get: operation('list') }]]
    : []
  return [[base, all], [`${base}/{name}`, one], ...below, ...everywhere]
}
