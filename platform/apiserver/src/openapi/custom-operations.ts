import type { JsonObject } from '../json/json-value.ts'
import type { Resource, Verb } from '../resources/resource.ts'

/** What the operations of one path are about. */
export interface Operated {
  readonly resource: Resource
  /** '' for the object itself. */
  readonly subresource: string
  /** Whether all namespaces are listed. */
  readonly everywhere: boolean
  /** The names of the schemas of what is sent and answered, and of its list. */
  readonly schema: string
  readonly listSchema: string
}

interface Operation {
  readonly method: string
  readonly action: string
  /** Begins its name. */
  readonly word: string
  /** Says what it does; the kind is put in for `*`, and what lies below an object stands in the way of `the`. */
  readonly text: string
  readonly query: readonly string[]
  readonly answers: readonly number[]
}

const META = 'io.k8s.apimachinery.pkg.apis.meta.v1'
/** What a list may be asked; `pretty` stands with the path, for all of its operations. */
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
const DELETE = [
  'dryRun',
  'gracePeriodSeconds',
  'ignoreStoreReadErrorWithClusterBreakingPotential',
  'orphanDependents',
  'propagationPolicy',
]
const TYPES: Readonly<Record<string, string>> = {
  allowWatchBookmarks: 'boolean',
  force: 'boolean',
  gracePeriodSeconds: 'integer',
  ignoreStoreReadErrorWithClusterBreakingPotential: 'boolean',
  limit: 'integer',
  orphanDependents: 'boolean',
  sendInitialEvents: 'boolean',
  timeoutSeconds: 'integer',
  watch: 'boolean',
}
const ANSWERS: Readonly<Record<number, string>> = { 200: 'OK', 201: 'Created', 202: 'Accepted' }
const BODIES = ['json', 'yaml']
const PATCHES = ['apply-patch+yaml', 'json-patch+json', 'merge-patch+json']

const OPERATIONS: Readonly<Record<Exclude<Verb, 'watch'>, Operation>> = {
  get: operation('get', 'get', ['read', 'read the specified *', ['resourceVersion'], [200]]),
  list: operation('get', 'list', ['list', 'list objects of kind *', LIST, [200]]),
  create: operation('post', 'post', ['create', 'create a *', WRITE, [200, 201, 202]]),
  update: operation('put', 'put', ['replace', 'replace the specified *', WRITE, [200, 201]]),
  patch: operation('patch', 'patch', [
    'patch',
    'partially update the specified *',
    [...WRITE, 'force'],
    [200],
  ]),
  delete: operation('delete', 'delete', ['delete', 'delete a *', DELETE, [200, 202]]),
  deletecollection: operation('delete', 'deletecollection', [
    'delete',
    'delete collection of *',
    LIST,
    [200],
  ]),
}

function operation(
  method: string,
  action: string,
  [word, text, query, answers]: readonly [string, string, readonly string[], readonly number[]],
): Operation {
  return { method, action, word, text, query, answers }
}

/** What clients are told of the operations of one path of a custom kind, with the parameters that all of them take. */
export function customPathItem(
  operated: Operated,
  verbs: readonly Exclude<Verb, 'watch'>[],
  inPath: readonly string[],
): JsonObject {
  const shared = [...inPath.map((name) => parameter(name, 'path')), parameter('pretty', 'query')]
  const told = verbs.map((verb) => [OPERATIONS[verb].method, operationOf(operated, verb)] as const)
  if (!operated.everywhere) return { ...Object.fromEntries(told), parameters: shared }
  // Where there is one operation alone, what it takes stands with the path.
  const names = [...LIST, 'pretty'].sort()
  const parameters = names.map((name) => parameter(name, 'query'))
  return {
    ...Object.fromEntries(told.map(([method, { parameters: _, ...rest }]) => [method, rest])),
    parameters,
  }
}

function operationOf(operated: Operated, verb: Exclude<Verb, 'watch'>): JsonObject {
  const { resource, subresource, schema, listSchema } = operated
  const { group, version, kind } = resource
  const { word, text, query, answers, action } = OPERATIONS[verb]
  const removes = verb === 'delete' || verb === 'deletecollection'
  const answered = removes ? `${META}.Status` : verb === 'list' ? listSchema : schema
  const content = contents(BODIES, answered)
  const about = subresource === '' ? text : text.replace('the specified', `${subresource} of the specified`)
  return {
    tags: [tagOf(resource)],
    description: about.replace('*', kind),
    operationId: idOf(operated, verb, word),
    parameters: query.map((name) => parameter(name, 'query')),
    ...requestBody(verb, schema),
    responses: {
      ...Object.fromEntries(answers.map((code) => [code, { description: ANSWERS[code] ?? '', content }])),
      401: { description: 'Unauthorized' },
    },
    'x-kubernetes-action': action,
    'x-kubernetes-group-version-kind': { group, version, kind },
  }
}

function requestBody(verb: Verb, schema: string): JsonObject {
  switch (verb) {
    case 'create':
    case 'update':
      return { requestBody: { content: contents(BODIES, schema), required: true } }
    case 'patch':
      return { requestBody: { content: contents(PATCHES, `${META}.Patch`), required: true } }
    case 'delete':
      return { requestBody: { content: contents(BODIES, `${META}.DeleteOptions`) } }
    default:
      return {}
  }
}

function contents(types: readonly string[], schema: string): JsonObject {
  const $ref = `#/components/schemas/${schema}`
  return Object.fromEntries(types.map((type) => [`application/${type}`, { schema: { $ref } }]))
}

function parameter(name: string, where: 'path' | 'query'): JsonObject {
  const schema = { type: TYPES[name] ?? 'string', uniqueItems: true }
  return { name, in: where, ...(where === 'path' && { required: true }), schema }
}

/** `exampleIo_v1`. */
function tagOf({ group, version }: Resource): string {
  const name = camel(group)
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}_${version}`
}

/** `listExampleIoV1NamespacedDevice`, as generated clients call their functions. */
function idOf({ resource, subresource, everywhere }: Operated, verb: Verb, word: string): string {
  const { group, version, kind, namespaced } = resource
  const many = verb === 'deletecollection' ? 'Collection' : ''
  const scope = namespaced && !everywhere ? 'Namespaced' : ''
  const end = everywhere ? 'ForAllNamespaces' : camel(subresource)
  return `${word}${camel(`${group}.${version}`)}${many}${scope}${kind}${end}`
}

function camel(text: string): string {
  return text
    .split(/[.-]/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')
}
