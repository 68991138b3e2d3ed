import { isList, isObject, type JsonObject } from '../../platform/apiserver/src/json/json-value.ts'

const METADATA = ['creationTimestamp', 'generation', 'managedFields', 'namespace', 'resourceVersion', 'uid']

/** An answer with fixed words for what differs from run to run, and without what is allocated. */
export function withoutServerPart(object: JsonObject): JsonObject {
  const { metadata } = object
  const uid = isObject(metadata) ? `${metadata.uid}` : ''
  const text = JSON.stringify(object)
    .replaceAll(uid === '' ? 'no uid' : uid, 'UID')
    .replace(/kube-api-access-\w{5}/g, 'kube-api-access-SUFFX')
    .replace(/("last\w*TransitionTime":)"[^"]+"/, '$1"NOW"')
  const steady = JSON.parse(text) as JsonObject
  return {
    ...steady,
    ...(isObject(steady.metadata) && { metadata: without(steady.metadata, METADATA) }),
    ...(object.kind === 'Service' && isObject(steady.spec) && { spec: unallocated(steady.spec) }),
  }
}

function unallocated(spec: JsonObject): JsonObject {
  const { ports, clusterIP } = spec
  const left = without(spec, clusterIP === 'None' ? [] : ['clusterIP', 'clusterIPs'])
  if (!isList(ports)) return left
  return { ...left, ports: ports.filter(isObject).map((port) => without(port, ['nodePort'])) }
}

function without(object: JsonObject, fields: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([field]) => !fields.includes(field)))
}
