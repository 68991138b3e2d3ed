import type { JsonObject } from '../../json/json-value.ts'
import { apiVersionOf, type Resource, type Verb } from '../../resources/resource.ts'

/** What an operation is about. */
export interface Operated {
  readonly resource: Resource
  /** '' for the object itself. */
  readonly subresource: string
  /** Of the body. */
  readonly group: string
  readonly version: string
  readonly kind: string
  /** Whether it lists all namespaces. */
  readonly everywhere: boolean
  /** The definition of a kind of this group version; undefined if there is none. */
  readonly definition: (kind: string) => string | undefined
}

interface Operation {
  readonly method: string
  readonly action: string
  /** Begins its name. */
  readonly word: string
  readonly query: readonly string[]
  readonly answers: readonly number[]
}

const META = 'io.k8s.apimachinery.pkg.apis.meta.v1.'
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
const WRITE = ['dryRun', 'fieldManager', 'fieldValidation']
const DELETE = ['dryRun', 'gracePeriodSeconds', 'orphanDependents', 'propagationPolicy']
const TYPES: Readonly<Record<string, string>> = {
  allowWatchBookmarks: 'boolean',
  force: 'boolean',
  gracePeriodSeconds: 'integer',
  limit: 'integer',
  orphanDependents: 'boolean',
  sendInitialEvents: 'boolean',
  timeoutSeconds: 'integer',
  watch: 'boolean',
}
const ANSWERS: Readonly<Record<number, string>> = { 200: 'OK', 201: 'Created', 202: 'Accepted' }
const PATCHES = ['json-patch+json', 'merge-patch+json', 'strategic-merge-patch+json', 'apply-patch+yaml']

const OPERATIONS: Readonly<Partial<Record<Verb, Operation>>> = {
  get: { method: 'get', action: 'get', word: 'read', query: [], answers: [200] },
  list: { method: 'get', action: 'list', word: 'list', query: LIST, answers: [200] },
  create: { method: 'post', action: 'post', word: 'create', query: WRITE, answers: [200, 201, 202] },
  update: { method: 'put', action: 'put', word: 'replace', query: WRITE, answers: [200, 201] },
  patch: { method: 'patch', action: 'patch', word: 'patch', query: [...WRITE, 'force'], answers: [200, 201] },
  delete: { method: 'delete', action: 'delete', word: 'delete', query: DELETE, answers: [200, 202] },
  deletecollection: {
    method: 'delete',
    action: 'deletecollection',
    word: 'delete',
    query: [...DELETE, ...LIST.filter((name) => name !== 'watch' && name !== 'allowWatchBookmarks')],
    answers: [200],
  },
}

/** One operation of a path: its HTTP method and what clients are told of it; undefined for a verb without one. */
export function operationV2(operated: Operated, verb: Verb): readonly [string, JsonObject] | undefined {
  const operation = OPERATIONS[verb]
  if (operation === undefined) return undefined
  const { group, version, kind } = operated
  const { method, action, answers } = operation
  const $ref = answerOf(operated, verb)
  // A patch of a custom kind is told as one that makes nothing.
  const codes = operated.resource.custom && verb === 'patch' ? [200] : answers
  const answer = (code: number) => ({ description: ANSWERS[code] ?? '', ...($ref && { schema: { $ref } }) })
  return [
    method,
    {
      consumes: consumedBy(operated, verb),
      produces: ['application/json', 'application/yaml'],
      schemes: ['https'],
      tags: [tagOf(operated.resource)],
      operationId: idOf(operated, verb, operation.word),
      parameters: [...bodyOf(operated, verb), ...operation.query.map((name) => parameterV2(name, 'query'))],
      responses: {
        ...Object.fromEntries(codes.map((code) => [code, answer(code)])),
        401: { description: 'Unauthorized' },
      },
      'x-kubernetes-action': action,
      'x-kubernetes-group-version-kind': { group, version, kind },
    },
  ]
}

export function parameterV2(name: string, where: 'path' | 'query'): JsonObject {
  const type = TYPES[name] ?? 'string'
  return { uniqueItems: true, type, name, in: where, ...(where === 'path' && { required: true }) }
}

function consumedBy({ resource }: Operated, verb: Verb): readonly string[] {
  if (verb !== 'patch') return resource.custom ? ['application/json', 'application/yaml'] : ['*/*']
  const kinds = resource.custom ? PATCHES.filter((type) => !type.startsWith('strategic')) : PATCHES
  return kinds.map((type) => `application/${type}`)
}

function bodyOf(operated: Operated, verb: Verb): readonly JsonObject[] {
  const body = (required: boolean, $ref: string) => [
    { name: 'body', in: 'body', ...(required && { required }), schema: { $ref } },
  ]
  if (verb === 'patch') return body(true, `#/definitions/${META}Patch`)
  if (verb === 'delete' || verb === 'deletecollection')
    return body(false, `#/definitions/${META}DeleteOptions`)
  const $ref = verb === 'create' || verb === 'update' ? answerOf(operated, verb) : undefined
  return $ref === undefined ? [] : body(true, $ref)
}

function answerOf({ definition, resource, kind }: Operated, verb: Verb): string | undefined {
  if (verb === 'delete' || verb === 'deletecollection') return `#/definitions/${META}Status`
  return definition(verb === 'list' ? resource.listKind : kind)
}

/** `v2ExampleIo_v1`: Kubernetes' own groups are named without their domain. */
function tagOf({ group, version }: Resource): string {
  const name = camel(group === '' ? 'core' : group.replace(/\.k8s\.io$/, ''))
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}_${version}`
}

/** `listCoreV1NamespacedPod`, as generated clients call their functions. */
function idOf({ resource, subresource, everywhere }: Operated, verb: Verb, word: string): string {
  const { group, version, kind, namespaced } = resource
  const place = camel(`${group === '' ? 'core' : group.replace(/\.k8s\.io$/, '')}.${version}`)
  const many = verb === 'deletecollection' ? 'Collection' : ''
  const scope = namespaced && !everywhere ? 'Namespaced' : ''
  return `${word}${place}${many}${scope}${kind}${camel(subresource)}${everywhere ? 'ForAllNamespaces' : ''}`
}

function camel(text: string): string {
  return text
    .split(/[.-]/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')
}

/** `/apis/apps/v1` or `/api/v1`. */
export function rootOf(resource: Resource): string {
  return `${resource.group === '' ? '/api' : '/apis'}/${apiVersionOf(resource)}`
}
