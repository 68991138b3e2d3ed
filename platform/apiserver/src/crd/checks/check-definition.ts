import { isSame, type JsonObject, type JsonValue } from '../../json/json-value.ts'
import { checkMetadata } from '../../kinds/checks/check-metadata.ts'
import { IMMUTABLE, invalid, invalidText, required, unsupported } from '../../kinds/checks/complaints.ts'
import type { KindCheck } from '../../kinds/checks/kind-check.ts'
import { has, maybeObject, objectIn, objectsIn, textIn, textsIn } from '../../kinds/checks/members.ts'
import { label1035Errors, subdomainErrors } from '../../kinds/checks/name-words.ts'
import type { ApiObject } from '../../resources/api-object.ts'
import { checkStructural } from '../../schema/check-structural.ts'
import type { FieldError } from '../../status/field-error.ts'
import { checkApproval } from './check-approval.ts'
import { checkConversion } from './check-conversion.ts'
import { checkNames } from './check-names.ts'
import { checkColumns, checkSelectable, checkSubresources } from './check-version-parts.ts'
import { checkWarning } from './check-warning.ts'
import { type InternalSpec, internalSpec } from './internal-definition.ts'
import { versionsText } from './versions-text.ts'

/** Checks an openAPIV3Schema; what is checked of it besides its structure is the caller's choice. */
export type CheckSchema = (
  schema: JsonObject,
  place: { readonly path: string; readonly hasStatus: boolean },
) => readonly FieldError[]

/**
 * What is wrong with a CustomResourceDefinition, in the real server's words and order; of a new one if `old` is absent.
 * The definition has its defaults, and its status as the server has prepared it.
 */
export function checkDefinition(
  definition: ApiObject,
  old: ApiObject | undefined,
  checkSchema: CheckSchema = checkStructural,
): readonly FieldError[] {
  const parts = internalSpec(definition)
  const spec = checkSpec(parts, old === undefined ? undefined : objectIn(old, 'spec'), checkSchema)
  const wanted = `${textIn(parts.names, 'plural')}.${textIn(parts.spec, 'group')}`
  const nameRule = (name: string): readonly string[] => [
    ...subdomainErrors(name),
    ...(name === wanted ? [] : ['must be spec.names.plural+"."+spec.group']),
  ]
  return [
    ...checkMetadata(definition.metadata, { namespaced: false, nameRule }, old?.metadata),
    ...spec,
    ...(old === undefined ? [] : changedErrors(parts, old)),
    ...checkNames(objectIn(objectIn(definition, 'status'), 'acceptedNames'), 'status.acceptedNames'),
    ...storedErrors(definition, parts),
    ...checkApproval(definition, old),
    ...preserveErrors(parts.spec, old),
  ]
}

/** The rules of definitions for `checkKind`, which looks at metadata besides as it does for every kind. */
export function definitionCheck(checkSchema: CheckSchema = checkStructural): KindCheck {
  return {
    namespaced: false,
    create: (definition) => checkDefinition(definition, undefined, checkSchema),
    update: (definition, old) => checkDefinition(definition, old, checkSchema),
    sub: { status: checkDefinitionStatus },
  }
}

/** What is wrong with the status of a definition when it is written by itself. */
export function checkDefinitionStatus(definition: ApiObject, old: ApiObject): readonly FieldError[] {
  return [
    ...checkMetadata(definition.metadata, { namespaced: false }, old.metadata),
    ...checkNames(objectIn(objectIn(definition, 'status'), 'acceptedNames'), 'status.acceptedNames'),
  ]
}

function checkSpec(
  parts: InternalSpec,
  old: JsonObject | undefined,
  checkSchema: CheckSchema,
): readonly FieldError[] {
  const { spec, names, versions } = parts
  const shared = maybeObject(parts.schema ?? {}, 'openAPIV3Schema')
  const hasStatus = (subresources: JsonObject | undefined): boolean => has(subresources ?? {}, 'status')
  const isShared = !versions.some((version) => has(version, 'subresources'))
  const missing = shared
    ? []
    : versions.flatMap((version, at) =>
        has(objectIn(version, 'schema'), 'openAPIV3Schema')
          ? []
          : [required(`spec.versions[${at}].schema.openAPIV3Schema`, '')],
      )
  const perVersion = versions.flatMap((version, at) => {
    const status = hasStatus(isShared ? parts.subresources : maybeObject(version, 'subresources'))
    return checkVersion(version, { path: `spec.versions[${at}]`, hasStatus: status, checkSchema })
  })
  const anyStatus =
    hasStatus(parts.subresources) || versions.some((one) => hasStatus(maybeObject(one, 'subresources')))
  const path = 'spec.validation.openAPIV3Schema'
  return [
    ...groupErrors(textIn(spec, 'group')),
    ...scopeErrors(textIn(spec, 'scope')),
    ...missing,
    ...perVersion,
    ...versionsErrors(versions),
    ...['plural', 'singular', 'kind', 'listKind'].flatMap((name) =>
      textIn(names, name) === '' ? [required(`spec.names.${name}`, '')] : [],
    ),
    ...checkNames(names, 'spec.names'),
    ...(shared ? checkSchema(shared, { path, hasStatus: anyStatus }) : []),
    ...checkSubresources(parts.subresources, 'spec.subresources'),
    ...checkColumns(parts.columns, 'spec.additionalPrinterColumns'),
    ...sharedSelectableErrors(parts, shared),
    ...strategyErrors(spec),
    ...checkConversion(maybeObject(spec, 'conversion'), old && maybeObject(old, 'conversion')),
  ]
}

function sharedSelectableErrors(
  { selectable }: InternalSpec,
  schema: JsonObject | undefined,
): readonly FieldError[] {
  const path = 'spec.selectableFields'
  if (selectable.length === 0) return []
  if (schema === undefined) return [invalid(path, '', 'may only be set when validations.schema is included')]
  return checkSelectable(selectable, schema, path)
}

function groupErrors(group: string): readonly FieldError[] {
  if (group === '') return [required('spec.group', '')]
  const wrong = subdomainErrors(group)
  if (wrong.length > 0) return [invalid('spec.group', group, wrong.join(','))]
  return group.includes('.') ? [] : [invalid('spec.group', group, 'should be a domain with at least one dot')]
}

function scopeErrors(scope: string): readonly FieldError[] {
  if (scope === '') return [required('spec.scope', '')]
  const known = ['Cluster', 'Namespaced']
  return known.includes(scope) ? [] : [unsupported('spec.scope', scope, known)]
}

interface VersionPlace {
  readonly path: string
  readonly hasStatus: boolean
  readonly checkSchema: CheckSchema
}

function checkVersion(
  version: JsonObject,
  { path, hasStatus, checkSchema }: VersionPlace,
): readonly FieldError[] {
  const name = textIn(version, 'name')
  const wrong = label1035Errors(name)
  const schema = maybeObject(objectIn(version, 'schema'), 'openAPIV3Schema')
  const selectable = objectsIn(version, 'selectableFields')
  const fields = `${path}.selectableFields`
  return [
    ...(wrong.length > 0 ? [invalid(`${path}.name`, name, wrong.join(','))] : []),
    ...checkWarning(version, `${path}.deprecationWarning`),
    ...(schema ? checkSchema(schema, { path: `${path}.schema.openAPIV3Schema`, hasStatus }) : []),
    ...checkSubresources(maybeObject(version, 'subresources'), `${path}.subresources`),
    ...checkColumns(objectsIn(version, 'additionalPrinterColumns'), `${path}.additionalPrinterColumns`),
    ...(selectable.length > 0 && schema === undefined
      ? [invalid(fields, '', 'may only be set when `version.schema.openAPIV3Schema` is not included')]
      : checkSelectable(selectable, schema ?? {}, fields)),
  ]
}

function versionsErrors(versions: readonly JsonObject[]): readonly FieldError[] {
  const wrong = (detail: string): FieldError => invalidText('spec.versions', versionsText(versions), detail)
  const names = new Set(versions.map((version) => textIn(version, 'name')))
  const stored = versions.filter(({ storage }) => storage === true)
  const first = textIn(versions[0] ?? {}, 'name')
  const label = first === '' ? [] : label1035Errors(first)
  return [
    ...(names.size < versions.length ? [wrong('must contain unique version names')] : []),
    ...(stored.length === 1 ? [] : [wrong('must have exactly one version marked as storage version')]),
    ...(label.length > 0 ? [invalid('spec.version', first, label.join(','))] : []),
  ]
}

function strategyErrors(spec: JsonObject): readonly FieldError[] {
  const strategy = textIn(objectIn(spec, 'conversion'), 'strategy')
  if (strategy === 'None' || !has(spec, 'conversion') || spec.preserveUnknownFields !== true) return []
  const detail = 'must be None if spec.preserveUnknownFields is true'
  return [invalid('spec.conversion.strategy', strategy, detail)]
}

/** Scope and kind stay once objects may be there; group and plural always do, being the name. */
function changedErrors({ spec, names }: InternalSpec, old: ApiObject): readonly FieldError[] {
  const before = objectIn(old, 'spec')
  const oldNames = objectIn(before, 'names')
  const conditions = objectsIn(objectIn(old, 'status'), 'conditions')
  const isEstablished = conditions.some(({ type, status }) => type === 'Established' && status === 'True')
  const kept = (
    field: string,
    now: JsonValue | undefined,
    then: JsonValue | undefined,
  ): readonly FieldError[] => (isSame(now, then) ? [] : [invalid(field, now ?? '', IMMUTABLE)])
  return [
    ...(isEstablished ? kept('spec.scope', spec.scope, before.scope) : []),
    ...(isEstablished ? kept('spec.names.kind', names.kind, oldNames.kind) : []),
    ...kept('spec.group', spec.group, before.group),
    ...kept('spec.names.plural', names.plural, oldNames.plural),
  ]
}

function storedErrors(definition: ApiObject, { versions }: InternalSpec): readonly FieldError[] {
  const path = 'status.storedVersions'
  const stored = textsIn(objectIn(definition, 'status'), 'storedVersions')
  if (stored.length === 0) return [invalidText(path, 'null', 'must have at least one stored version')]
  const names = versions.map((version) => textIn(version, 'name'))
  const unstored = versions.filter((one) => one.storage === true && !stored.includes(textIn(one, 'name')))
  return [
    ...unstored.map((one) => invalid(path, stored, `must have the storage version ${textIn(one, 'name')}`)),
    ...stored.flatMap((name, at) =>
      names.includes(name) ? [] : [invalid(`${path}[${at}]`, name, lost(name))],
    ),
  ]
}

function lost(name: string): string {
  return `missing from spec.versions; ${name} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${name} and removes ${name} from status.storedVersions`
}

function preserveErrors(spec: JsonObject, old: ApiObject | undefined): readonly FieldError[] {
  if (spec.preserveUnknownFields !== true) return []
  if (old !== undefined && objectIn(old, 'spec').preserveUnknownFields === true) return []
  const detail =
    'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead'
  return [invalid('spec.preserveUnknownFields', true, detail)]
}
