import type { JsonObject } from '../json/json-value.ts'
import type { BuiltinResource, BuiltinSubresource } from './kind-table.ts'
import { typePlaceFor } from './kind-table.ts'
import { loadTable } from './load-table.ts'

const META = '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.'
const WRITE = ['dryRun', 'fieldManager', 'fieldValidation']
const LIST = [
  'allowWatchBookmarks',
  'continue',
  'fieldSelector',
  'labelSelector',
  'limit',
  'resourceVersion',
  'resourceVersionMatch',
  'sendInitialEvents',
  'timeoutSeconds',
  'watch',
]
const DELETE = ['dryRun', 'gracePeriodSeconds', 'orphanDependents', 'propagationPolicy']
const PARAMETER_TYPES: Readonly<Record<string, string>> = {
  allowWatchBookmarks: 'boolean',
  force: 'boolean',
  gracePeriodSeconds: 'integer',
  limit: 'integer',
  orphanDependents: 'boolean',
  sendInitialEvents: 'boolean',
  timeoutSeconds: 'integer',
  watch: 'boolean',
}
const PATCH_TYPES = ['apply-patch+yaml', 'json-patch+json', 'merge-patch+json', 'strategic-merge-patch+json']

/** Verb → HTTP method, x-kubernetes-action, query parameters. */
const OPERATIONS: Readonly<
  Record<string, readonly [method: string, action: string, query: readonly string[]]>
> = {
  get: ['get', 'get', []],
  list: ['get', 'list', LIST],
  create: ['post', 'post', WRITE],
  update: ['put', 'put', WRITE],
  patch: ['patch', 'patch', [...WRITE, 'force']],
  delete: ['delete', 'delete', DELETE],
  deletecollection: ['delete', 'deletecollection', [...DELETE, ...LIST]],
}

/** Subresources that are streams to somewhere else. */
const CONNECTED = new Set(['PodAttachOptions', 'PodExecOptions', 'PodPortForwardOptions'])

type Body = Pick<BuiltinSubresource, 'group' | 'version' | 'kind' | 'verbs'>

/** The paths of a group version, each with the operations that its verbs allow. */
export function openApiPaths(groupVersion: string, resources: readonly BuiltinResource[]): JsonObject {
  const root = groupVersion.includes('/') ? `/apis/${groupVersion}` : `/api/${groupVersion}`
  return Object.fromEntries(resources.flatMap((resource) => pathsOf(root, resource)))
}

function pathsOf(root: string, resource: BuiltinResource): readonly (readonly [string, JsonObject])[] {
  const scope = resource.namespaced ? `${root}/namespaces/{namespace}` : root
  const collection = `${scope}/${resource.resource}`
  const all: readonly (readonly [string, Body, readonly string[]])[] = [
    ...(resource.namespaced ? [[`${root}/${resource.resource}`, resource, ['list']] as const] : []),
    [collection, resource, ['list', 'create', 'deletecollection']],
    [`${collection}/{name}`, resource, ['get', 'update', 'patch', 'delete']],
    ...resource.subresources.map(
      (sub) => [`${collection}/{name}/${sub.name}`, sub, ['get', 'create', 'update', 'patch']] as const,
    ),
  ]
  return all
    .map(([path, body, verbs]) => [path, pathItem(path, body, verbs)] as const)
    .filter(([, item]) => Object.keys(item).some((key) => key !== 'parameters'))
}

function pathItem(path: string, body: Body, verbs: readonly string[]): JsonObject {
  const operations = verbs.flatMap((verb) => {
    const [method, action, query] = OPERATIONS[verb] ?? []
    if (method === undefined || action === undefined || !body.verbs.includes(verb)) return []
    return [[method, operation(body, action, query ?? [])] as const]
  })
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => parameter(name, 'path'))
  return { ...Object.fromEntries(operations), parameters: [...inPath, parameter('pretty', 'query')] }
}

function operation(body: Body, action: string, query: readonly string[]): JsonObject {
  const { group, version, kind } = body
  const answer = action === 'list' ? `${kind}List` : kind
  const $ref = action.startsWith('delete') ? `${META}Status` : referenceTo(body, answer)
  return {
    ...(query.length > 0 && { parameters: query.map((name) => parameter(name, 'query')) }),
    ...requestBody(body, action),
    responses: { '200': { description: 'OK', ...($ref && { content: contents(['json'], $ref) }) } },
    'x-kubernetes-action': CONNECTED.has(kind) ? 'connect' : action,
    'x-kubernetes-group-version-kind': { group, version, kind },
  }
}

function requestBody(body: Body, action: string): JsonObject {
  if (action === 'patch') return { requestBody: { content: contents(PATCH_TYPES, `${META}Patch`) } }
  if (action.startsWith('delete'))
    return { requestBody: { content: contents(['json'], `${META}DeleteOptions`) } }
  const $ref = referenceTo(body, body.kind)
  if ((action !== 'post' && action !== 'put') || $ref === undefined) return {}
  return { requestBody: { content: contents(['json'], $ref), required: true } }
}

function contents(types: readonly string[], $ref: string): JsonObject {
  return Object.fromEntries(types.map((type) => [`application/${type}`, { schema: { $ref } }]))
}

function referenceTo({ group, version }: Body, kind: string): string | undefined {
  const place = typePlaceFor(group, version, kind)
  return place === undefined ? undefined : `#/components/schemas/io.k8s.${loadTable().names[place]}`
}

function parameter(name: string, where: 'path' | 'query'): JsonObject {
  const type = PARAMETER_TYPES[name] ?? 'string'
  return { name, in: where, ...(where === 'path' && { required: true }), schema: { type } }
}
