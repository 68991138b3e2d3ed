import type { JsonValue } from '../json/json-value.ts'

/**
 * What `kinds.jsonl` holds, one line each for the head, names, types and shapes: made by `scripts/make-kinds.ts` from a
 * real server, read by `loadTable`. Keys are short.
 */
export interface TableFile extends TableHead {
  /** Names of the types, as OpenAPI has them without `io.k8s.`; parallel to `types`. */
  readonly names: readonly string[]
  readonly types: readonly TypeEntry[]
  /** Each distinct shape of a property, item or map value once. */
  readonly shapes: readonly ShapeEntry[]
}

export interface TableHead {
  /** The server that it was read from, such as `1.34.2`. */
  readonly version: string
  /** As the server lists them; the core group first. */
  readonly groups: readonly GroupEntry[]
}

export interface GroupEntry {
  readonly name: string
  /** The preferred one first. */
  readonly versions: readonly VersionEntry[]
}

export interface VersionEntry {
  readonly version: string
  readonly resources: readonly ResourceEntry[]
}

export interface ResourceEntry {
  readonly name: string
  readonly singular: string
  readonly kind: string
  readonly namespaced?: true
  readonly short?: readonly string[]
  readonly categories?: readonly string[]
  /** Separated by spaces. */
  readonly verbs: string
  readonly sub?: readonly SubresourceEntry[]
}

export interface SubresourceEntry {
  readonly name: string
  readonly kind: string
  /** Absent if it is the resource's own. */
  readonly group?: string
  readonly version?: string
  readonly verbs: string
}

/** A named type: either an object with known fields or, with `s`, something that is written as one value. */
export interface TypeEntry {
  /** Field → shape. */
  readonly p?: Readonly<Record<string, number>>
  /** Required fields, by their place in `p`. */
  readonly q?: readonly number[]
  /** How each field of `p` is written when empty: a `WriteRule` each. */
  readonly w?: string
  /** The number of each field of `p` in protobuf; a path where messages are flattened in JSON; 0 for none. */
  readonly n?: readonly (number | readonly number[])[]
  readonly m?: MapTypeCode
  /** The kinds that it is: group, version, kind. */
  readonly g?: readonly (readonly [string, string, string])[]
  /** The shape, of a type without known fields. */
  readonly s?: number
}

/** o: omitted if empty, k: kept even if empty, n: null if absent, q: the quantity "0" if absent, i: 0 if absent. */
export type WriteRule = 'o' | 'k' | 'n' | 'q' | 'i'

export type MapTypeCode = 'a' | 'g'

export interface ShapeEntry {
  /** Type: object, array, string, integer, number, boolean. */
  readonly t?: 'o' | 'a' | 's' | 'i' | 'n' | 'b'
  readonly f?: string
  /** Reference to a type, by its place. */
  readonly r?: number
  /** Shape of the items, of the values of a map. */
  readonly i?: number
  readonly a?: number
  readonly d?: JsonValue
  readonly e?: readonly JsonValue[]
  /** List type: atomic, set, map; and its keys. */
  readonly l?: 'a' | 's' | 'm'
  readonly k?: readonly string[]
  readonly m?: MapTypeCode
  /** Patch strategy and merge key. */
  readonly s?: string
  readonly y?: string
  /** What OpenAPI cannot say: any JSON, an int or a string, a quantity. */
  readonly x?: 'any' | 'int-or-string' | 'quantity'
}

/** What `descriptions.jsonl` holds, a line per type: its own text, then one per field in the table's order. */
export type DescriptionsFile = Readonly<Record<string, readonly string[]>>
