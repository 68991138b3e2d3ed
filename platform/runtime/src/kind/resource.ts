import { ReeveError } from '@reeve/ground'
import type { Condition } from '../status/condition.ts'
import { type Column, printerColumns } from './columns.ts'
import type { CustomResourceDefinition, DefinedVersion, ScalePaths } from './custom-resource-definition.ts'
import { formatYaml } from './format-yaml.ts'
import type { Infer } from './infer.ts'
import { pluralOf } from './plural-of.ts'
import type { ResourceMeta } from './resource-meta.ts'
import { metadataIssues } from './resource-meta.ts'
import { type StandardSchema, standardIssues } from './standard-schema.ts'
import type { StructuralSchema } from './structural-schema.ts'
import { type Issue, validate } from './validate.ts'
import { versionSchema } from './version-schema.ts'
import { withDefaults } from './with-defaults.ts'

/** Names or versions of a kind that no server would take. */
export class ResourceError extends ReeveError {
  readonly code = 'RUNTIME_BAD_RESOURCE'
}

/** What differs from version to version. */
export interface VersionOptions<Spec extends object, Status extends object, Type extends string> {
  readonly spec?: Spec
  readonly status?: Status
  /** The conditions that the controller sets. */
  readonly conditions?: readonly Type[]
  readonly columns?: readonly Column<NoInfer<Type>>[]
  readonly description?: string
  readonly scale?: ScalePaths
  /** Fields that lists can be selected by, such as `.spec.size`. */
  readonly selectable?: readonly string[]
}

/** A version beside the one that the controller works with. */
export interface FurtherVersion extends VersionOptions<object, object, string> {
  readonly name: string
  /** Default: true. */
  readonly served?: boolean
  /** Whether objects are kept in this version, instead of the main one. Default: false. */
  readonly storage?: boolean
  /** What to tell those who still use it. */
  readonly deprecated?: string | true
}

export interface ResourceOptions<Spec extends object, Status extends object, Type extends string>
  extends VersionOptions<Spec, Status, Type> {
  readonly group: string
  readonly version: string
  readonly kind: string
  /** Default: the usual plural of the kind. */
  readonly plural?: string
  readonly shortNames?: readonly string[]
  readonly categories?: readonly string[]
  /** Default: Namespaced. */
  readonly scope?: 'Namespaced' | 'Cluster'
  readonly versions?: readonly FurtherVersion[]
  /** How objects get from one version to another. Default: by their name alone. */
  readonly conversion?: object
}

/** An object of a kind. */
export interface ResourceObject<Spec, Status> {
  readonly apiVersion?: string
  readonly kind?: string
  readonly metadata: ResourceMeta
  readonly spec: Spec
  readonly status?: Status
}

/** The status of a kind, with what conditions add to it. */
export type StatusOf<Status, Type extends string> = Partial<Status> &
  ([Type] extends [never]
    ? unknown
    : { readonly observedGeneration?: number; readonly conditions?: readonly Condition<Type>[] })

export type Validation<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly issues: readonly Issue[] }

/** A kind made from schemas: its types, its definition for the server, its validation. A client takes it as it is. */
export interface ResourceKind<T> extends StandardSchema<unknown, T> {
  readonly group: string
  readonly version: string
  readonly apiVersion: string
  readonly kind: string
  readonly plural: string
  readonly namespaced: boolean
  /** Never set; carries the type. */
  readonly object?: T
  readonly schema: StructuralSchema
  readonly crd: CustomResourceDefinition
  /** The definition as YAML, for people and `kubectl apply`. */
  yaml(): string
  /** The object with defaults filled in, or everything that is wrong with it. CEL rules are left to the server. */
  validate(value: unknown): Validation<T>
}

const ANY_METADATA: StructuralSchema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }

/** Describes a kind once; everything else follows from it. */
export function resource<
  const Spec extends object = object,
  const Status extends object = object,
  const Type extends string = never,
>(
  options: ResourceOptions<Spec, Status, Type>,
): ResourceKind<ResourceObject<Infer<Spec>, StatusOf<Infer<Status>, Type>>> {
  type T = ResourceObject<Infer<Spec>, StatusOf<Infer<Status>, Type>>
  checkNames(options)
  const { group, version, kind, scope = 'Namespaced', plural = pluralOf(options.kind) } = options
  const schema = versionSchema(kind, options)
  const crd = definition(options, { plural, scope, schema })
  const apiVersion = `${group}/${version}`
  // In a definition metadata has no schema of its own; the server holds it to its own rules.
  const judged = { ...schema, properties: { ...schema.properties, metadata: ANY_METADATA } }
  const check = (value: unknown): Validation<T> => {
    const filled = withDefaults(schema, value)
    const issues = [...validate(judged, filled), ...metadataIssues(filled, { apiVersion, kind })]
    return issues.length === 0 ? { ok: true, value: filled as T } : { ok: false, issues }
  }
  return Object.freeze({
    group,
    version,
    apiVersion,
    kind,
    plural,
    namespaced: scope === 'Namespaced',
    schema,
    crd,
    yaml: () => formatYaml(crd),
    validate: check,
    '~standard': {
      version: 1,
      vendor: 'reeve',
      validate: (value: unknown) => {
        const result = check(value)
        return result.ok ? { value: result.value } : { issues: standardIssues(result.issues) }
      },
    },
  } as const)
}

function checkNames({ group, version, kind, versions = [] }: ResourceOptions<object, object, string>): void {
  const refuse = (reason: string): never => {
    throw new ResourceError(`cannot make kind ${kind} in ${group}/${version}: ${reason}`)
  }
  if (!/^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)+$/.test(group)) {
    refuse('a group is a domain, such as example.io')
  }
  if (!/^[A-Z][A-Za-z0-9]*$/.test(kind)) refuse('a kind is one word that begins with a capital')
  const names = [version, ...versions.map(({ name }) => name)]
  const odd = names.find((name) => !/^[a-z]([-a-z0-9]*[a-z0-9])?$/.test(name))
  if (odd !== undefined) refuse(`${odd} is no version, such as v1 or v1alpha1`)
  if (new Set(names).size < names.length) refuse('a version is there twice')
  if (versions.filter(({ storage }) => storage === true).length > 1) refuse('objects are kept in one version')
}

function definition(
  options: ResourceOptions<object, object, string>,
  { plural, scope, schema }: { plural: string; scope: 'Namespaced' | 'Cluster'; schema: StructuralSchema },
): CustomResourceDefinition {
  const { group, version, kind, shortNames, categories, versions = [], conversion } = options
  const stored = versions.find(({ storage }) => storage === true)?.name ?? version
  const further = versions.map((each) =>
    definedVersion(each, { name: each.name, stored, schema: versionSchema(kind, each) }),
  )
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope,
      names: {
        kind,
        listKind: `${kind}List`,
        plural,
        singular: kind.toLowerCase(),
        ...(shortNames !== undefined && { shortNames }),
        ...(categories !== undefined && { categories }),
      },
      versions: [definedVersion(options, { name: version, stored, schema }), ...further],
      ...(conversion !== undefined && { conversion }),
    },
  }
}

function definedVersion(
  parts: VersionOptions<object, object, string> & Partial<FurtherVersion>,
  { name, stored, schema }: { name: string; stored: string; schema: StructuralSchema },
): DefinedVersion {
  const { deprecated, served = true, scale, selectable, columns = [] } = parts
  const hasStatus = schema.properties?.status !== undefined
  const printed = printerColumns(columns, schema)
  return {
    name,
    served,
    storage: name === stored,
    ...(deprecated !== undefined && { deprecated: true }),
    ...(typeof deprecated === 'string' && { deprecationWarning: deprecated }),
    schema: { openAPIV3Schema: schema },
    ...((hasStatus || scale !== undefined) && {
      subresources: { ...(hasStatus && { status: {} }), ...(scale !== undefined && { scale }) },
    }),
    ...(printed.length > 0 && { additionalPrinterColumns: printed }),
    ...(selectable !== undefined && { selectableFields: selectable.map((jsonPath) => ({ jsonPath })) }),
  }
}
