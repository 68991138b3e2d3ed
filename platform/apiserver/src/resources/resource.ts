import type { JsonObject } from '../json/json-value.ts'
import type { CreateFacts } from '../kinds/create/prepare-create.ts'
import type { WantedPaths } from '../scale/scale-owners.ts'
import type { Scaling } from '../scale/scaling.ts'
import type { Schema } from '../schema/schema.ts'
import type { FieldReader } from '../selectors/field-selector.ts'
import type { ApiObject } from './api-object.ts'

export type Verb = 'create' | 'delete' | 'deletecollection' | 'get' | 'list' | 'patch' | 'update' | 'watch'

export interface GroupVersion {
  /** '' for the core group. */
  readonly group: string
  readonly version: string
}

/** A column of `kubectl get`. */
export interface PrinterColumn {
  readonly name: string
  readonly type: string
  readonly format?: string
  readonly description?: string
  readonly priority?: number
  /** Such as `.spec.size`. */
  readonly jsonPath: string
}

export interface Subresource {
  /** `status`, `scale`, … */
  readonly name: string
  readonly kind: string
  readonly group?: string
  readonly version?: string
  readonly verbs: readonly Verb[]
}

/** Turns objects into another of the versions that their kind has. */
export type Convert = (
  objects: readonly ApiObject[],
  to: GroupVersion & { readonly kind: string },
) => readonly ApiObject[] | Promise<readonly ApiObject[]>

/** Where objects lie and in which version they are kept: the versions of a kind share one place. */
export interface StoredForm extends GroupVersion {
  readonly resource: string
  readonly kind: string
  readonly convert: Convert
  /** An object without what its version does not know today. Absent where versions do not change. */
  readonly prune?: (object: ApiObject) => ApiObject
  /** An object with the defaults that its version has today. */
  readonly fill?: (object: ApiObject) => ApiObject
}

/** One kind of thing that is served: where, under which names, and what it looks like. */
export interface Resource extends GroupVersion {
  /** Plural, as in paths. */
  readonly resource: string
  readonly singular: string
  readonly kind: string
  readonly listKind: string
  readonly namespaced: boolean
  readonly verbs: readonly Verb[]
  readonly shortNames: readonly string[]
  readonly categories: readonly string[]
  readonly subresources: readonly Subresource[]
  readonly columns: readonly PrinterColumn[]
  /** What whoever uses it is told, where it is on its way out. */
  readonly deprecation?: string
  /** Custom kinds are stricter about updates and patches than built-in ones. */
  readonly custom: boolean
  /** What metadata.generation is of a new object, and after a change; undefined where the kind does not count. */
  readonly firstGeneration: number | undefined
  readonly nextGeneration: (before: ApiObject, after: ApiObject) => number | undefined
  /** Whether an update may come without a resource version. */
  readonly unconditional: boolean
  /** Whether an update of what is not there makes it. */
  readonly createdByUpdate: boolean
  readonly stored: StoredForm
  readonly schema: () => Schema | undefined
  /** The schemas of all versions that differ in nothing but what they are called, by apiVersion; undefined for others. */
  readonly versions?: () => ReadonlyMap<string, Schema>
  /** What a new object has before anything is set: built-in kinds always write some of their members. */
  readonly empty: () => JsonObject
  /** What a field selector may name beside metadata.name and metadata.namespace; undefined for a kind without a table. */
  readonly fields: Readonly<Record<string, FieldReader>> | undefined
  /** Where it keeps how many of it are wanted, if it can be scaled, and where each of its versions does. */
  readonly scale?: { readonly scaling: Scaling; readonly paths: WantedPaths }
  /** What this kind changes or refuses beyond its schema. */
  readonly strategy: Strategy
}

/** The rules of one kind. Everything is optional; an absent rule does nothing. */
export interface Strategy {
  /** The object as the kind's own codec would write it, defaults included. */
  readonly complete?: (object: ApiObject) => ApiObject
  /** Whether new objects may bring a status although that is written through a path of its own. */
  readonly bornWithStatus?: boolean
  /** Fills in what the server sets on new objects. */
  readonly prepareCreate?: (object: ApiObject, facts: CreateFacts) => ApiObject
  readonly prepareUpdate?: (object: ApiObject, old: ApiObject) => ApiObject
  /** What a write through a subresource makes of an object; the default takes nothing but its member of that name. */
  readonly prepareSubresource?: (object: ApiObject, old: ApiObject, subresource: string) => ApiObject
  /** Members of metadata that a write through a subresource does not reach. */
  readonly keptBy?: (subresource: string) => readonly string[]
  /** Finalizers that are put on what is to be deleted. */
  readonly holdBy?: readonly string[]
  /** How long an object has to end by itself when it is deleted; 0 for not at all. */
  readonly graceSeconds?: (object: ApiObject, asked: number | undefined) => number
  /** Refuses what may not be deleted. */
  readonly checkDelete?: (object: ApiObject) => void
  /** Changes what has just been marked as going. */
  readonly prepareDelete?: (object: ApiObject) => ApiObject
  /** Throws an ApiError for what may not be. */
  readonly check?: (
    object: ApiObject,
    old: ApiObject | undefined,
    subresource: string,
  ) => void | Promise<void>
}

export function apiVersionOf({ group, version }: GroupVersion): string {
  return group === '' ? version : `${group}/${version}`
}
