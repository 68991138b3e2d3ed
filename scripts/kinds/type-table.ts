import type {
  DescriptionsFile,
  ShapeEntry,
  TypeEntry,
  WriteRule,
} from '../../platform/apiserver/src/kinds/table-file.ts'
import { type OpenApiSchema, shortName } from './read-definitions.ts'
import { type ModuleCache, type WrittenField, writtenFields } from './written-fields.ts'

const QUANTITY = 'apimachinery.pkg.api.resource.Quantity'
const INT_OR_STRING = 'apimachinery.pkg.util.intstr.IntOrString'
/** Written as one value: null when they are not set. */
const NULL_WHEN_ABSENT = /\.(?:Time|MicroTime|RawExtension|JSON)$/
const ANY = /\.(?:RawExtension|FieldsV1|JSON|JSONSchemaPropsOr\w+|Patch)$/

/** Gathers types and the shapes that they share. */
export class TypeTable {
  readonly names: readonly string[]
  readonly types: readonly TypeEntry[]
  readonly shapes: ShapeEntry[] = []
  readonly descriptions: DescriptionsFile
  readonly #places: ReadonlyMap<string, number>
  readonly #shapePlaces = new Map<string, number>()
  readonly #modules: ModuleCache

  constructor(definitions: ReadonlyMap<string, OpenApiSchema>, modules: ModuleCache) {
    this.#modules = modules
    this.names = [...definitions.keys()]
    this.#places = new Map(this.names.map((name, place) => [name, place]))
    this.types = Array.from(definitions, ([name, schema]) => this.#type(name, schema))
    this.descriptions = Object.fromEntries(Array.from(definitions, ([name, it]) => [name, textsOf(it)]))
  }

  #type(name: string, schema: OpenApiSchema): TypeEntry {
    if (schema.properties === undefined) return { s: this.#shape(schema, special(name)) }
    const fields = writtenFields(name, this.#modules)
    const names = Object.keys(schema.properties).sort()
    const rules = names.map((field) => this.#writeRule(schema.properties?.[field] ?? {}, fields.get(field)))
    const numbers = names.map((field) => numberOf(fields.get(field)))
    const required = (schema.required ?? []).map((field) => names.indexOf(field)).sort((a, b) => a - b)
    const kinds = schema['x-kubernetes-group-version-kind'] ?? []
    const mapType = schema['x-kubernetes-map-type']
    return {
      p: Object.fromEntries(names.map((field) => [field, this.#shape(schema.properties?.[field] ?? {})])),
      ...(required.length > 0 && { q: required }),
      w: rules.join(''),
      n: numbers,
      ...(mapType !== undefined && { m: mapType === 'atomic' ? 'a' : 'g' }),
      ...(kinds.length > 0 && { g: ownKinds(kinds) }),
    }
  }

  /** The place of the shape, shared by all that are the same. */
  #shape(schema: OpenApiSchema, more: ShapeEntry = {}): number {
    const reference = schema.$ref ?? schema.allOf?.[0]?.$ref
    const { items, additionalProperties: values } = schema
    const entry: ShapeEntry = {
      ...more,
      ...(schema.type !== undefined && { t: schema.type.charAt(0) as NonNullable<ShapeEntry['t']> }),
      ...(schema.format !== undefined && more.x === undefined && { f: schema.format }),
      ...(reference !== undefined && { r: this.#placeOf(reference) }),
      ...(items !== undefined && { i: this.#shape(items) }),
      ...(values !== undefined && { a: this.#shape(values) }),
      ...(schema.default !== undefined && { d: schema.default }),
      ...(schema.enum !== undefined && { e: schema.enum }),
      ...extensionsOf(schema),
    }
    const text = JSON.stringify(entry)
    const known = this.#shapePlaces.get(text)
    if (known !== undefined) return known
    this.#shapePlaces.set(text, this.shapes.length)
    return this.shapes.push(entry) - 1
  }

  #placeOf(reference: string): number {
    const place = this.#places.get(shortName(reference))
    if (place === undefined) throw new Error(`cannot place ${reference}: no group that is served defines it`)
    return place
  }

  #writeRule(schema: OpenApiSchema, field: WrittenField | undefined): WriteRule {
    if (field === undefined) return 'o'
    const type = shortName(schema.allOf?.[0]?.$ref ?? '')
    if (field.pointer) return field.omitEmpty ? 'k' : 'n'
    if (field.omitZero) return 'o'
    if (type === QUANTITY) return 'q'
    if (type === INT_OR_STRING) return 'i'
    if (NULL_WHEN_ABSENT.test(type)) return 'n'
    if (type !== '') return 'k'
    if (field.omitEmpty) return 'o'
    return schema.items !== undefined || schema.additionalProperties !== undefined ? 'n' : 'k'
  }
}

function special(name: string): ShapeEntry {
  if (name === QUANTITY) return { x: 'quantity' }
  if (name === INT_OR_STRING) return { x: 'int-or-string' }
  return ANY.test(name) ? { x: 'any' } : {}
}

function extensionsOf(schema: OpenApiSchema): ShapeEntry {
  const listType = schema['x-kubernetes-list-type']
  const mapType = schema['x-kubernetes-map-type']
  const keys = schema['x-kubernetes-list-map-keys']
  const strategy = schema['x-kubernetes-patch-strategy']
  const mergeKey = schema['x-kubernetes-patch-merge-key']
  return {
    ...(listType !== undefined && { l: listType.charAt(0) as NonNullable<ShapeEntry['l']> }),
    ...(keys !== undefined && { k: keys }),
    ...(mapType !== undefined && { m: mapType === 'atomic' ? 'a' : 'g' }),
    ...(strategy !== undefined && { s: strategy }),
    ...(mergeKey !== undefined && { y: mergeKey }),
  }
}

/** DeleteOptions and WatchEvent are kinds of every group: the first, the core one, stands for all. */
function ownKinds(kinds: NonNullable<OpenApiSchema['x-kubernetes-group-version-kind']>): TypeEntry['g'] & {} {
  const few = kinds.length > 2 ? kinds.slice(0, 1) : kinds
  return few.map(({ group, version, kind }) => [group, version, kind])
}

function numberOf(field: WrittenField | undefined): number | readonly number[] {
  const numbers = field?.numbers ?? []
  return numbers.length > 1 ? numbers : (numbers[0] ?? 0)
}

function textsOf({ description = '', properties = {} }: OpenApiSchema): readonly string[] {
  const fields = Object.keys(properties).sort()
  return [description, ...fields.map((field) => properties[field]?.description ?? '')]
}
