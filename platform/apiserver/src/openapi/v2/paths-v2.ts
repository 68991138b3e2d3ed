import type { JsonObject } from '../../json/json-value.ts'
import type { Resource, Verb } from '../../resources/resource.ts'
import { type Operated, operationV2, parameterV2, rootOf } from './operation-v2.ts'

export interface PathsOptions {
  /** The reference to the definition of a kind; undefined if there is none. */
  readonly definition: (group: string, version: string, kind: string) => string | undefined
}

/** The paths of a resource and of its subresources, with the operations that its verbs allow. */
export function pathsV2(resource: Resource, { definition }: PathsOptions): readonly [string, JsonObject][] {
  const { group, version, kind, namespaced, verbs } = resource
  const root = rootOf(resource)
  const all = `${namespaced ? `${root}/namespaces/{namespace}` : root}/${resource.resource}`
  const operated = (
    body: { group: string; version: string; kind: string },
    more: Partial<Operated> = {},
  ) => ({
    resource,
    ...body,
    subresource: '',
    everywhere: false,
    definition: (named: string) => definition(body.group, body.version, named),
    ...more,
  })
  const own = operated({ group, version, kind })
  const below = resource.subresources.map((sub): [string, JsonObject] => {
    const body = { group: sub.group ?? group, version: sub.version ?? version, kind: sub.kind }
    const about = operated(body, { subresource: sub.name })
    return [`${all}/{name}/${sub.name}`, pathItem(about, sub.verbs, ['get', 'create', 'update', 'patch'])]
  })
  const everywhere: readonly [string, JsonObject][] = namespaced
    ? [[`${root}/${resource.resource}`, pathItem({ ...own, everywhere: true }, verbs, ['list'])]]
    : []
  const paths: readonly [string, JsonObject][] = [
    [all, pathItem(own, verbs, ['list', 'create', 'deletecollection'])],
    [`${all}/{name}`, pathItem(own, verbs, ['get', 'update', 'patch', 'delete'])],
    ...below,
    ...everywhere,
  ]
  return paths.map(([path, item]) => [path, { ...item, parameters: pathParameters(path) }])
}

function pathItem(operated: Operated, served: readonly Verb[], verbs: readonly Verb[]): JsonObject {
  const wanted = verbs.filter((verb) => served.includes(verb))
  return Object.fromEntries(
    wanted.map((verb) => operationV2(operated, verb)).filter((it) => it !== undefined),
  )
}

function pathParameters(path: string): readonly JsonObject[] {
  const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => parameterV2(name, 'path'))
  return [...named, parameterV2('pretty', 'query')]
}
