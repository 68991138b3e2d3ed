import { isObject, type JsonObject } from '../../json/json-value.ts'
import type { FieldError } from '../../status/field-error.ts'
import type { CompilePattern } from '../compile-pattern.ts'
import { checkNested } from './check-nested.ts'
import { forbidden, invalid, required } from './complaints.ts'
import { isSet, partOf, propertiesOf, propertyOf, typeOf } from './parts-of.ts'

type Level = 'root' | 'item' | 'field'

const MISSING_TYPE: Readonly<Record<Level, string>> = {
  root: 'must not be empty at the root',
  item: 'must not be empty for specified array items',
  field: 'must not be empty for specified object fields',
}

/** Checks what makes a schema structural: types everywhere, and extensions and metadata that fit them. */
export function checkInvariants(
  schema: JsonObject,
  { path, level = 'root', compilePattern }: { path: string; level?: Level; compilePattern: CompilePattern },
): readonly FieldError[] {
  const below = (part: JsonObject, partPath: string, partLevel: Level) =>
    checkInvariants(part, { path: partPath, level: partLevel, compilePattern })
  const { additionalProperties } = schema
  const errors: FieldError[] = []
  if (typeOf(schema) === 'array' && !isObject(schema.items)) {
    errors.push(required(`${path}.items`, 'must be specified'))
  }
  for (const items of partOf(schema, 'items', path)) errors.push(...below(items.schema, items.path, 'item'))
  for (const property of propertiesOf(schema, path))
    errors.push(...below(property.schema, property.path, 'field'))
  if (additionalProperties !== undefined && additionalProperties !== null && level === 'root') {
    errors.push(forbidden(`${path}.additionalProperties`, 'must not be used at the root'))
  }
  for (const part of partOf(schema, 'additionalProperties', path)) {
    errors.push(...below(part.schema, part.path, 'field'))
  }
  errors.push(
    ...checkExtensions(schema, path),
    ...checkNested(schema, path, compilePattern),
    ...checkType(schema, path, level),
    ...checkMeta(schema, path, level),
  )
  return errors
}

function checkExtensions(schema: JsonObject, path: string): readonly FieldError[] {
  if (!isSet(schema['x-kubernetes-int-or-string'])) return []
  const names = ['x-kubernetes-preserve-unknown-fields', 'x-kubernetes-embedded-resource']
  return names
    .filter((name) => isSet(schema[name]))
    .map((name) => invalid(`${path}.${name}`, true, 'must be false if x-kubernetes-int-or-string is true'))
}

function checkType(schema: JsonObject, path: string, level: Level): readonly FieldError[] {
  const type = typeOf(schema)
  const embedded = isSet(schema['x-kubernetes-embedded-resource'])
  const anything =
    isSet(schema['x-kubernetes-int-or-string']) || isSet(schema['x-kubernetes-preserve-unknown-fields'])
  const errors: FieldError[] = []
  if (embedded && type !== 'object') {
    const detail = 'must be object if x-kubernetes-embedded-resource is true'
    errors.push(type === '' ? required(`${path}.type`, detail) : invalid(`${path}.type`, type, detail))
  } else if (type === '' && !anything) errors.push(required(`${path}.type`, MISSING_TYPE[level]))
  if (embedded && isSet(schema.additionalProperties)) {
    const detail = 'must not be used if x-kubernetes-embedded-resource is set'
    errors.push(forbidden(`${path}.additionalProperties`, detail))
  }
  if (level === 'root' && type !== '' && type !== 'object') {
    errors.push(invalid(`${path}.type`, type, 'must be object at the root'))
  }
  return errors
}

function checkMeta(schema: JsonObject, path: string, level: Level): readonly FieldError[] {
  const embedded = isSet(schema['x-kubernetes-embedded-resource'])
  const isResource = level === 'root' || embedded
  const errors: FieldError[] = []
  for (const name of isResource ? ['kind', 'apiVersion'] : []) {
    const property = propertyOf(schema, name)
    if (property !== undefined && property.type !== 'string') {
      errors.push(invalid(`${path}.properties[${name}].type`, typeOf(property), 'must be string'))
    }
  }
  const metadata = propertyOf(schema, 'metadata')
  const metadataPath = `${path}.properties[metadata]`
  if (metadata !== undefined && isResource && metadata.type !== 'object') {
    errors.push(invalid(`${metadataPath}.type`, typeOf(metadata), 'must be object'))
  }
  if (metadata !== undefined && level === 'root' && !isNamesOnly(metadata)) {
    const detail =
      'must not specify anything other than name and generateName, but metadata is implicitly specified'
    errors.push(forbidden(metadataPath, detail))
  }
  const preserves = isSet(schema['x-kubernetes-preserve-unknown-fields'])
  if (embedded && !preserves && propertiesOf(schema, path).length === 0) {
    const detail =
      'must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields'
    errors.push(required(`${path}.properties`, detail))
  }
  return errors
}

/** Whether metadata is restricted in its names only. */
function isNamesOnly({ type, default: _, example, externalDocs, properties, ...rest }: JsonObject): boolean {
  if (Object.values(rest).some(isSet)) return false
  const names = isObject(properties) ? Object.keys(properties).sort() : []
  return ['', 'name', 'generateName', 'generateName,name'].includes(names.join(','))
}
