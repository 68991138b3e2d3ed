import type { JsonObject, JsonValue } from '../json/json-value.ts'
import { builtinResources } from './kind-table.ts'
import { loadDescriptions, loadTable } from './load-table.ts'
import { openApiPaths } from './open-api-paths.ts'
import type { ShapeEntry, TypeEntry } from './table-file.ts'

const TYPES = { o: 'object', a: 'array', s: 'string', i: 'integer', n: 'number', b: 'boolean' } as const
const LIST_TYPES = { a: 'atomic', s: 'set', m: 'map' } as const
/** Besides the kinds: what requests and answers of every group are made of. */
const ALWAYS = ['APIResourceList', 'DeleteOptions', 'Patch', 'Status', 'WatchEvent'].map(
  (name) => `apimachinery.pkg.apis.meta.v1.${name}`,
)

/** The OpenAPI v3 document of a built-in group version such as `apps/v1`; `undefined` if there is none. */
export function openApiFor(groupVersion: string): JsonObject | undefined {
  const resources = builtinResources(groupVersion)
  if (resources.length === 0) return undefined
  const { version, names } = loadTable()
  const schemas = [...reachable(groupVersion)]
    .sort((a, b) => a - b)
    .map((place) => [`io.k8s.${names[place]}`, typeDocument(place)] as const)
  return {
    openapi: '3.0.0',
    info: { title: 'Kubernetes', version: version.split('.').slice(0, 2).join('.') },
    paths: openApiPaths(groupVersion, resources),
    components: { schemas: Object.fromEntries(schemas) },
  }
}

/** The places of the types that this group version has as kinds, and of all that they are made of. */
function reachable(groupVersion: string): ReadonlySet<number> {
  const { names, types, shapes } = loadTable()
  const [version = '', group = ''] = groupVersion.split('/').reverse()
  const bodies = builtinResources(groupVersion).flatMap(({ subresources }) => subresources)
  const wanted = [[group, version], ...bodies.map((body) => [body.group, body.version, body.kind])]
  const isWanted = ([g, v, kind]: readonly string[]) =>
    wanted.some(([ofGroup, ofVersion, only = kind]) => g === ofGroup && v === ofVersion && kind === only)
  const seen = new Set<number>()
  const see = (place: number): void => {
    if (seen.has(place)) return
    seen.add(place)
    for (const shape of Object.values(types[place]?.p ?? {})) seeShape(shape)
  }
  const seeShape = (at: number): void => {
    const { r, i, a } = shapes[at] ?? {}
    if (r !== undefined) see(r)
    if (i !== undefined) seeShape(i)
    if (a !== undefined) seeShape(a)
  }
  for (const [place, { g = [] }] of types.entries()) if (g.some(isWanted)) see(place)
  for (const name of ALWAYS) see(names.indexOf(name))
  return seen
}

function typeDocument(place: number): JsonObject {
  const { names, types } = loadTable()
  const { p, q, m, g, s }: TypeEntry = types[place] ?? {}
  const [text, ...texts] = loadDescriptions()[names[place] ?? ''] ?? []
  if (s !== undefined) return { ...described(text), ...shapeDocument(s) }
  const fields = Object.entries(p ?? {})
  return {
    ...described(text),
    type: 'object',
    ...(q !== undefined && { required: q.map((at) => fields[at]?.[0] ?? '') }),
    properties: Object.fromEntries(
      fields.map(([name, shape], at) => [name, fieldDocument(shape, texts[at])]),
    ),
    ...(m !== undefined && { 'x-kubernetes-map-type': m === 'a' ? 'atomic' : 'granular' }),
    ...(g !== undefined && {
      'x-kubernetes-group-version-kind': g.map(([group, version, kind]) => ({ group, version, kind })),
    }),
  }
}

function shapeDocument(place: number): JsonObject {
  const { names, shapes } = loadTable()
  const { t, f, r, i, a, d, e, l, k, m, s, y, x }: ShapeEntry = shapes[place] ?? {}
  return {
    ...(t !== undefined && { type: TYPES[t] }),
    ...(f !== undefined && { format: f }),
    ...(r !== undefined && { allOf: [referenceTo(names[r])] }),
    ...(i !== undefined && { items: elementDocument(i) }),
    ...(a !== undefined && { additionalProperties: elementDocument(a) }),
    ...(d !== undefined && { default: d }),
    ...(e !== undefined && { enum: e }),
    ...(l !== undefined && { 'x-kubernetes-list-type': LIST_TYPES[l] }),
    ...(k !== undefined && { 'x-kubernetes-list-map-keys': k }),
    ...(m !== undefined && { 'x-kubernetes-map-type': m === 'a' ? 'atomic' : 'granular' }),
    ...(s !== undefined && { 'x-kubernetes-patch-strategy': s }),
    ...(y !== undefined && { 'x-kubernetes-patch-merge-key': y }),
    ...(x === 'quantity' && { oneOf: [{ type: 'string' }, { type: 'number' }] }),
    ...(x === 'int-or-string' && {
      format: 'int-or-string',
      oneOf: [{ type: 'integer' }, { type: 'string' }],
    }),
  }
}

function fieldDocument(shape: number, text: string | undefined): JsonObject {
  return text ? { description: text, ...shapeDocument(shape) } : elementDocument(shape)
}

/** References that nothing is added to stand alone. */
function elementDocument(place: number): JsonObject {
  const { names, shapes } = loadTable()
  const { r, ...rest }: ShapeEntry = shapes[place] ?? {}
  return r !== undefined && Object.keys(rest).length === 0 ? referenceTo(names[r]) : shapeDocument(place)
}

function referenceTo(name: string | undefined): JsonObject {
  return { $ref: `#/components/schemas/io.k8s.${name}` }
}

function described(text: JsonValue | undefined): JsonObject {
  return text === undefined || text === '' ? {} : { description: text }
}
