import type { ApiObject, ObjectKey } from './api-object.ts'

/** An object's name among those of its kind as one string: `namespace/name`, or the name where there is no namespace. */
export function keyOf({ metadata: { namespace = '', name = '' } }: ApiObject): string {
  return namespace === '' ? name : `${namespace}/${name}`
}

/** The same for a key in parts. */
export function formatKey({ namespace = '', name }: ObjectKey): string {
  return namespace === '' ? name : `${namespace}/${name}`
}

export function parseKey(key: string): ObjectKey {
  const at = key.indexOf('/')
  return at < 0 ? { name: key } : { namespace: key.slice(0, at), name: key.slice(at + 1) }
}
