import { BadNameError } from '../errors/errors.ts'
import type { AnyObject, ApiObject, PartialObject } from './api-object.ts'

/** What sort of object, where it is served, and (as a type) what it looks like. */
export interface Kind<T extends ApiObject = AnyObject> {
  /** Empty for the core group. */
  readonly group: string
  readonly version: string
  readonly kind: string
  /** As it stands in paths, such as `configmaps`. */
  readonly plural: string
  readonly namespaced: boolean
  /** How objects are read. Default: whole. */
  readonly view?: 'whole' | 'metadata'
  /** Never set; carries the type. */
  readonly object?: T
}

/** Describes a kind; `kindOf<Widget>({…})` says what its objects look like. */
export function kindOf<T extends ApiObject = AnyObject>(kind: Omit<Kind<T>, 'object'>): Kind<T> {
  return Object.freeze({ ...kind })
}

/** The same kind, of which only the metadata is read: a fraction of the bytes and of the memory. */
export function metadataOf(kind: Kind<ApiObject>): Kind<PartialObject> {
  const { group, version, plural, namespaced } = kind
  return Object.freeze({ group, version, kind: kind.kind, plural, namespaced, view: 'metadata' as const })
}

/** Such as `apps/v1`, or `v1` for the core group. */
export function apiVersionOf({ group, version }: Pick<Kind, 'group' | 'version'>): string {
  return group === '' ? version : `${group}/${version}`
}

/** The two halves of an apiVersion. */
export function splitApiVersion(apiVersion: string): Pick<Kind, 'group' | 'version'> {
  const at = apiVersion.indexOf('/')
  if (at < 0) return { group: '', version: apiVersion }
  return { group: apiVersion.slice(0, at), version: apiVersion.slice(at + 1) }
}

/** Whether two describe the same kind in the same version. */
export function isSameKind(a: Kind<ApiObject>, b: Kind<ApiObject>): boolean {
  return a.group === b.group && a.version === b.version && a.plural === b.plural
}

export interface PathOptions {
  readonly namespace?: string | undefined
  readonly name?: string
  readonly subresource?: string
}

/** The path of a collection, of an object, or of a part of it. */
export function pathOf(kind: Kind<ApiObject>, { namespace, name, subresource }: PathOptions = {}): string {
  const root = kind.group === '' ? `/api/${kind.version}` : `/apis/${kind.group}/${kind.version}`
  const within = kind.namespaced && namespace !== undefined && namespace !== ''
  const parts = [
    root,
    ...(within ? ['namespaces', segment('namespace', namespace)] : []),
    kind.plural,
    ...(name === undefined ? [] : [segment(kind.kind, name)]),
    ...(subresource === undefined ? [] : subresource.split('/').map((each) => segment('subresource', each))),
  ]
  return parts.join('/')
}

/** An empty name would make a request for one object a request for all. */
function segment(what: string, name: string): string {
  if (name === '' || name === '.' || name === '..') throw new BadNameError(what, name)
  return encodeURIComponent(name)
}
