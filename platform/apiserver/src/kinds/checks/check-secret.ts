import type { JsonObject } from '../../json/json-value.ts'
import type { ApiObject } from '../../resources/api-object.ts'
import type { FieldError } from '../../status/field-error.ts'
import { CONTENT_LIMIT, decodedLength, frozenErrors } from './check-config-map.ts'
import { IMMUTABLE, invalid, invalids, required, tooLong } from './complaints.ts'
import { goJsonError } from './go-json-error.ts'
import { type KindCheck, kindCheck } from './kind-check.ts'
import { objectIn, textEntries, textIn } from './members.ts'
import { configKeyErrors } from './name-words.ts'

const ACCOUNT = 'kubernetes.io/service-account.name'

/** Keys, one mebibyte, what each type of secret has to hold, and what is frozen. */
export const checkSecret: KindCheck = kindCheck({
  rules: { namespaced: true, nameRule: 'subdomain' },
  order: 'metadata-whole',
  spec,
  change,
})

function spec(secret: ApiObject): readonly FieldError[] {
  const entries = textEntries(secret, 'data')
  const errors = entries.flatMap(([key]) => invalids(`data[${key}]`, key, configKeyErrors(key)))
  const size = entries.reduce((sum, [, value]) => sum + decodedLength(value), 0)
  if (size > CONTENT_LIMIT) errors.push(tooLong('data', CONTENT_LIMIT))
  return [...errors, ...contentErrors(secret, objectIn(secret, 'data'))]
}

function contentErrors(secret: ApiObject, data: JsonObject): readonly FieldError[] {
  const missing = (...keys: readonly string[]): readonly FieldError[] =>
    keys.filter((key) => data[key] === undefined).map((key) => required(`data[${key}]`, ''))
  switch (secret.type) {
    case 'kubernetes.io/service-account-token': {
      const account = textIn(objectIn(secret.metadata, 'annotations'), ACCOUNT)
      return account === '' ? [required(`metadata.annotations[${ACCOUNT}]`, '')] : []
    }
    case 'kubernetes.io/dockercfg':
      return jsonErrors(data, '.dockercfg')
    case 'kubernetes.io/dockerconfigjson':
      return jsonErrors(data, '.dockerconfigjson')
    case 'kubernetes.io/basic-auth': {
      const lost = missing('username', 'password')
      return lost.length === 2 ? lost : []
    }
    case 'kubernetes.io/ssh-auth':
      return textIn(data, 'ssh-privatekey') === '' ? [required('data[ssh-privatekey]', '')] : []
    case 'kubernetes.io/tls':
      return missing('tls.crt', 'tls.key')
    default:
      return []
  }
}

function jsonErrors(data: JsonObject, key: string): readonly FieldError[] {
  const value = data[key]
  if (typeof value !== 'string') return [required(`data[${key}]`, '')]
  const detail = goJsonError(Buffer.from(value, 'base64').toString())
  return detail === undefined ? [] : [invalid(`data[${key}]`, '<secret contents redacted>', detail)]
}

function change(secret: ApiObject, old: ApiObject): readonly FieldError[] {
  const type = textIn(secret, 'type')
  const changed = type === textIn(old, 'type') ? [] : [invalid('type', type, IMMUTABLE)]
  return [...changed, ...frozenErrors(secret, old, ['data'])]
}
