import { isList, isObject, type JsonObject, type JsonValue } from '../../json/json-value.ts'
import type { FieldError } from '../../status/field-error.ts'
import { shown } from '../go-text.ts'
import type { Schema } from '../schema.ts'

/** Checks the metadata of an embedded resource, as that of a resource of its own would be. */
export type CheckMetadata = (metadata: JsonObject, path: string) => readonly FieldError[]

/** Checks apiVersion, kind and metadata of the resources that are embedded in a value. */
export function checkEmbedded(
  value: JsonValue | undefined,
  schema: Schema | undefined,
  { path, checkMetadata }: { readonly path: string; readonly checkMetadata: CheckMetadata },
): readonly FieldError[] {
  if (schema === undefined) return []
  const below = (part: JsonValue | undefined, partSchema: Schema | undefined, partPath: string) =>
    checkEmbedded(part, partSchema, { path: partPath, checkMetadata })
  if (isList(value)) return value.flatMap((item, at) => below(item, schema.items, `${path}[${at}]`))
  if (!isObject(value)) return []
  const { properties = {}, additionalProperties } = schema
  const errors = schema.embeddedResource ? [...checkResource(value, path, checkMetadata)] : []
  for (const key of Object.keys(value)) {
    if (Object.hasOwn(properties, key)) errors.push(...below(value[key], properties[key], child(path, key)))
    else if (typeof additionalProperties === 'object') {
      errors.push(...below(value[key], additionalProperties, `${path}[${key}]`))
    }
  }
  return errors
}

function checkResource(
  resource: JsonObject,
  path: string,
  checkMetadata: CheckMetadata,
): readonly FieldError[] {
  const errors: FieldError[] = []
  for (const name of ['apiVersion', 'kind'] as const) {
    const value = resource[name]
    const field = child(path, name)
    const detail = name === 'kind' ? wrongKind(value) : wrongApiVersion(value)
    if (value === undefined) errors.push({ field, type: 'FieldValueRequired', detail: '' })
    else if (detail !== '') errors.push({ field, type: 'FieldValueInvalid', value: shown(value), detail })
  }
  if (isObject(resource.metadata)) errors.push(...checkMetadata(resource.metadata, child(path, 'metadata')))
  return errors
}

function wrongApiVersion(value: JsonValue | undefined): string {
  if (typeof value !== 'string') return 'must be a string'
  if (value === '') return 'must not be empty'
  return value.split('/').length > 2 ? `unexpected GroupVersion string: ${value}` : ''
}

const DNS_LABEL =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')"

function wrongKind(value: JsonValue | undefined): string {
  if (typeof value !== 'string') return 'must be a string'
  if (value === '') return 'must not be empty'
  const wrong: string[] = []
  if (value.length > 63) wrong.push('must be no more than 63 bytes')
  if (!/^[a-z]([-a-z0-9]*[a-z0-9])?$/.test(value.toLowerCase())) wrong.push(DNS_LABEL)
  return wrong.length === 0 ? '' : `may have mixed case, but should otherwise match: ${wrong.join(',')}`
}

function child(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}
