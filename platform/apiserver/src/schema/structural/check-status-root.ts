import type { JsonObject } from '../../json/json-value.ts'
import type { FieldError } from '../../status/field-error.ts'
import { invalid } from './complaints.ts'
import { isSet, typeOf } from './parts-of.ts'

const ALLOWED: Readonly<Record<string, string>> = {
  description: 'Description',
  type: 'Type',
  format: 'Format',
  title: 'Title',
  maximum: 'Maximum',
  exclusiveMaximum: 'ExclusiveMaximum',
  minimum: 'Minimum',
  exclusiveMinimum: 'ExclusiveMinimum',
  maxLength: 'MaxLength',
  minLength: 'MinLength',
  pattern: 'Pattern',
  maxItems: 'MaxItems',
  minItems: 'MinItems',
  uniqueItems: 'UniqueItems',
  multipleOf: 'MultipleOf',
  required: 'Required',
  items: 'Items',
  properties: 'Properties',
  externalDocs: 'ExternalDocs',
  example: 'Example',
  'x-kubernetes-preserve-unknown-fields': 'XPreserveUnknownFields',
  'x-kubernetes-validations': 'XValidations',
}

/**
 * Checks the root of a schema whose resource has a status of its own: what else it says of the whole would be lost on
 * the status. Shows the schema as it is; Kubernetes shows its inner form.
 */
export function checkStatusRoot(schema: JsonObject, path: string): readonly FieldError[] {
  const type = typeOf(schema)
  if (type !== '' && type !== 'object') {
    const detail =
      'only "object" is allowed as the type at the root of the schema if the status subresource is enabled'
    return [invalid(`${path}.type`, type, detail)]
  }
  if (!Object.keys(schema).some((name) => isSet(schema[name]) && !Object.hasOwn(ALLOWED, name))) return []
  const names = Object.values(ALLOWED).join(' ')
  const detail = `only [${names}] fields are allowed at the root of the schema if the status subresource is enabled`
  return [invalid(path, schema, detail)]
}
