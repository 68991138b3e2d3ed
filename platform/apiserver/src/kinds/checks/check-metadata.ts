import { isSame, type JsonObject } from '../../json/json-value.ts'
import { quoted } from '../../schema/go-text.ts'
import { labelKeyErrors } from '../../selectors/label-syntax.ts'
import type { FieldError } from '../../status/field-error.ts'
import { checkLabels } from './check-labels.ts'
import {
  forbidden,
  IMMUTABLE,
  invalid,
  invalids,
  invalidText,
  notNegative,
  required,
  tooLong,
} from './complaints.ts'
import { has, objectsIn, textEntries, textIn, textsIn } from './members.ts'
import {
  label1035Errors,
  labelErrors,
  type NameWords,
  pathErrors,
  pathPrefixErrors,
  subdomainErrors,
} from './name-words.ts'
import { structText } from './struct-text.ts'

/** How a kind's names have to look. */
export type NameRule = 'subdomain' | 'label' | 'label-1035' | 'path' | 'path-strict' | NameWords

export interface MetadataRules {
  readonly namespaced: boolean
  /** Default: 'path', what every name has to be. */
  readonly nameRule?: NameRule
  /** Whether finalizers without a domain have to be Kubernetes' own, as most kinds want it. Default: false. */
  readonly standardFinalizers?: boolean
  /** Where the metadata stands. Default: `metadata`. */
  readonly path?: string
}

const ANNOTATIONS_LIMIT = 256 * 1024

/** What is wrong with the metadata of an object, in the real server's words; of a new one if `old` is absent. */
export function checkMetadata(
  metadata: JsonObject,
  rules: MetadataRules,
  old?: JsonObject,
): readonly FieldError[] {
  const { path = 'metadata', standardFinalizers = false } = rules
  const errors = old === undefined ? checkNew(metadata, rules) : checkChanged(metadata, old, path)
  if (!standardFinalizers) return errors
  const finalizers = textsIn(metadata, 'finalizers')
  return [...errors, ...finalizers.flatMap((one, at) => unknownFinalizer(one, `${path}.finalizers[${at}]`))]
}

/** Finalizers without a domain that Kubernetes itself uses. */
const STANDARD = new Set(['kubernetes', 'orphan', 'foregroundDeletion'])

/** Complains about a finalizer that is neither somebody's nor Kubernetes' own. */
export function unknownFinalizer(finalizer: string, path: string): readonly FieldError[] {
  if (finalizer.includes('/') || STANDARD.has(finalizer)) return []
  return [invalid(path, finalizer, 'name is neither a standard finalizer name nor is it fully qualified')]
}

function checkNew(metadata: JsonObject, rules: MetadataRules): readonly FieldError[] {
  const { path = 'metadata' } = rules
  const at = (name: string): string => `${path}.${name}`
  return [
    ...checkName(metadata, rules),
    ...checkNamespace(metadata, rules),
    ...notNegative(at('generation'), metadata.generation),
    ...checkLabels(metadata.labels, at('labels')),
    ...checkAnnotations(metadata, at('annotations')),
    ...checkOwners(metadata, at('ownerReferences')),
    ...checkFinalizers(textsIn(metadata, 'finalizers'), at('finalizers')),
  ]
}

function checkName(
  metadata: JsonObject,
  { path = 'metadata', nameRule = 'path' }: MetadataRules,
): FieldError[] {
  const generateName = textIn(metadata, 'generateName')
  const name = textIn(metadata, 'name')
  const errors =
    generateName === ''
      ? []
      : [...invalids(`${path}.generateName`, generateName, prefixErrors(generateName, nameRule))]
  if (name === '') return [...errors, required(`${path}.name`, 'name or generateName is required')]
  return [...errors, ...invalids(`${path}.name`, name, nameErrors(name, nameRule))]
}

function nameErrors(name: string, rule: NameRule): readonly string[] {
  if (typeof rule === 'function') return rule(name)
  if (rule === 'path' || rule === 'path-strict') return pathErrors(name)
  return (rule === 'label' ? labelErrors : rule === 'label-1035' ? label1035Errors : subdomainErrors)(name)
}

/** What stands before a generated part may end with a dash. */
function prefixErrors(prefix: string, rule: NameRule): readonly string[] {
  if (rule === 'path') return pathPrefixErrors(prefix)
  if (rule === 'path-strict') return pathErrors(prefix)
  const masked = prefix.length > 1 && prefix.endsWith('-') ? `${prefix.slice(0, -2)}a` : prefix
  return nameErrors(masked, rule)
}

function checkNamespace(
  metadata: JsonObject,
  { path = 'metadata', namespaced }: MetadataRules,
): FieldError[] {
  const namespace = textIn(metadata, 'namespace')
  const field = `${path}.namespace`
  if (!namespaced) return namespace === '' ? [] : [forbidden(field, 'not allowed on this type')]
  return namespace === '' ? [required(field, '')] : [...invalids(field, namespace, labelErrors(namespace))]
}

export function checkAnnotations(metadata: JsonObject, path: string): readonly FieldError[] {
  const entries = textEntries(metadata, 'annotations')
  const errors = entries.flatMap(([key]) => invalids(path, key, labelKeyErrors(key.toLowerCase())))
  const size = entries.reduce((sum, entry) => sum + Buffer.byteLength(entry.join('')), 0)
  return size > ANNOTATIONS_LIMIT ? [...errors, tooLong(path, ANNOTATIONS_LIMIT)] : errors
}

function checkOwners(metadata: JsonObject, path: string): readonly FieldError[] {
  const errors: FieldError[] = []
  let controller = ''
  for (const owner of objectsIn(metadata, 'ownerReferences')) {
    errors.push(...checkOwner(owner, path))
    if (owner.controller !== true) continue
    const called = `${textIn(owner, 'kind')}/${textIn(owner, 'name')}`
    const detail = `Only one reference can have Controller set to true. Found "true" in references for ${controller} and ${called}`
    if (controller !== '')
      errors.push(invalidText(path, structText(objectsIn(metadata, 'ownerReferences').map(ordered)), detail))
    else controller = called
  }
  return errors
}

function checkOwner(owner: JsonObject, path: string): readonly FieldError[] {
  const apiVersion = textIn(owner, 'apiVersion')
  const isReadable = apiVersion.split('/').length <= 2 && apiVersion !== '/'
  const version = isReadable ? (apiVersion.split('/').at(-1) ?? '') : ''
  const errors =
    version === '' ? [invalid(`${path}.apiVersion`, apiVersion, 'version must not be empty')] : []
  for (const name of ['kind', 'name', 'uid']) {
    if (textIn(owner, name) === '') errors.push(invalid(`${path}.${name}`, '', 'must not be empty'))
  }
  if (apiVersion === 'v1' && owner.kind === 'Event') {
    errors.push(
      invalidText(path, structText(ordered(owner)), '/v1, Kind=Event is disallowed from being an owner'),
    )
  }
  return errors
}

/** The members that Go always writes are there. */
function ordered(owner: JsonObject): JsonObject {
  const { apiVersion = '', kind = '', name = '', uid = '', controller, blockOwnerDeletion } = owner
  return { apiVersion, kind, name, uid, controller, blockOwnerDeletion }
}

export function checkFinalizers(finalizers: readonly string[], path: string): readonly FieldError[] {
  const errors = finalizers.flatMap((finalizer) => invalids(path, finalizer, labelKeyErrors(finalizer)))
  if (!finalizers.includes('orphan') || !finalizers.includes('foregroundDeletion')) return errors
  const detail = 'finalizer orphan and foregroundDeletion cannot be both set'
  return [...errors, invalid(path, finalizers, detail)]
}

const KEPT = [
  'name',
  'namespace',
  'uid',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
]

function checkChanged(metadata: JsonObject, old: JsonObject, path: string): readonly FieldError[] {
  const at = (name: string): string => `${path}.${name}`
  const errors: FieldError[] = []
  if (has(old, 'deletionTimestamp')) {
    const had = textsIn(old, 'finalizers')
    const added = [...new Set(textsIn(metadata, 'finalizers').filter((name) => !had.includes(name)))].sort()
    const detail = `no new finalizers can be added if the object is being deleted, found new finalizers []string{${added.map(quoted).join(', ')}}`
    if (added.length > 0) errors.push(forbidden(at('finalizers'), detail))
  }
  if (textIn(metadata, 'resourceVersion') === '') {
    errors.push(invalid(at('resourceVersion'), '', 'must be specified for an update'))
  }
  for (const name of KEPT) {
    if (!isSame(metadata[name] ?? '', old[name] ?? ''))
      errors.push(invalid(at(name), metadata[name] ?? null, IMMUTABLE))
  }
  return [
    ...errors,
    ...checkLabels(metadata.labels, at('labels')),
    ...checkAnnotations(metadata, at('annotations')),
    ...checkOwners(metadata, at('ownerReferences')),
  ]
}
