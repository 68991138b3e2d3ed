import { isObject, type JsonObject } from '../../json/json-value.ts'
import { maybeObject, objectIn, objectsIn, textIn, textsIn } from '../../kinds/checks/members.ts'
import type { ApiObject } from '../../resources/api-object.ts'

/** A definition with the names and the conversion that it means when it names none. */
export function completeDefinition(definition: ApiObject): ApiObject {
  const spec = objectIn(definition, 'spec')
  const names = objectIn(spec, 'names')
  const kind = textIn(names, 'kind')
  const singular = textIn(names, 'singular') || kind.toLowerCase()
  const listKind = textIn(names, 'listKind') || (kind === '' ? '' : `${kind}List`)
  const filled = { ...names, ...(singular !== '' && { singular }), ...(listKind !== '' && { listKind }) }
  const conversion = spec.conversion ?? { strategy: 'None' }
  return {
    ...definition,
    spec: { ...spec, names: filled, conversion: isObject(conversion) ? withPort(conversion) : conversion },
  }
}

function withPort(conversion: JsonObject): JsonObject {
  const webhook = maybeObject(conversion, 'webhook')
  const client = maybeObject(webhook ?? {}, 'clientConfig')
  const service = maybeObject(client ?? {}, 'service')
  if (service === undefined) return conversion
  return {
    ...conversion,
    webhook: { ...webhook, clientConfig: { ...client, service: { port: 443, ...service } } },
  }
}

/** The status with which a definition begins, or the one that it has after its storage version changed. */
export function definitionStatus(definition: ApiObject, old: ApiObject | undefined): JsonObject {
  const versions = objectsIn(objectIn(definition, 'spec'), 'versions')
  const storage = versions.find((version) => version.storage === true)
  const before: JsonObject = old
    ? objectIn(old, 'status')
    : { conditions: null, acceptedNames: { plural: '', kind: '' }, storedVersions: null }
  const stored = textsIn(before, 'storedVersions')
  const name = storage && textIn(storage, 'name')
  if (name === undefined || stored.includes(name)) return before
  return { ...before, storedVersions: [...stored, name] }
}
