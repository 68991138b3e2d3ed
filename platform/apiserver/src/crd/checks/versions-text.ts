import { isList, isObject, type JsonObject, type JsonValue } from '../../json/json-value.ts'
import { maybeObject } from '../../kinds/checks/members.ts'
import { structText } from '../../kinds/checks/struct-text.ts'

type Shape =
  | 'text'
  | 'flag'
  | 'number'
  | 'pointer'
  | 'list'
  | 'schema'
  | 'schemas'
  | 'map'
  | 'or-array'
  | 'or-bool'
  | 'rules'

/** The fields of a schema inside of the real server, in its order: what they are called there, here, and how they are empty. */
const SCHEMA: readonly (readonly [string, string, Shape])[] = [
  ['ID', 'id', 'text'],
  ['Schema', '$schema', 'text'],
  ['Ref', '$ref', 'pointer'],
  ['Description', 'description', 'text'],
  ['Type', 'type', 'text'],
  ['Nullable', 'nullable', 'flag'],
  ['Format', 'format', 'text'],
  ['Title', 'title', 'text'],
  ['Default', 'default', 'pointer'],
  ['Maximum', 'maximum', 'pointer'],
  ['ExclusiveMaximum', 'exclusiveMaximum', 'flag'],
  ['Minimum', 'minimum', 'pointer'],
  ['ExclusiveMinimum', 'exclusiveMinimum', 'flag'],
  ['MaxLength', 'maxLength', 'pointer'],
  ['MinLength', 'minLength', 'pointer'],
  ['Pattern', 'pattern', 'text'],
  ['MaxItems', 'maxItems', 'pointer'],
  ['MinItems', 'minItems', 'pointer'],
  ['UniqueItems', 'uniqueItems', 'flag'],
  ['MultipleOf', 'multipleOf', 'pointer'],
  ['Enum', 'enum', 'list'],
  ['MaxProperties', 'maxProperties', 'pointer'],
  ['MinProperties', 'minProperties', 'pointer'],
  ['Required', 'required', 'list'],
  ['Items', 'items', 'or-array'],
  ['AllOf', 'allOf', 'schemas'],
  ['OneOf', 'oneOf', 'schemas'],
  ['AnyOf', 'anyOf', 'schemas'],
  ['Not', 'not', 'schema'],
  ['Properties', 'properties', 'map'],
  ['AdditionalProperties', 'additionalProperties', 'or-bool'],
  ['PatternProperties', 'patternProperties', 'map'],
  ['Dependencies', 'dependencies', 'pointer'],
  ['AdditionalItems', 'additionalItems', 'or-bool'],
  ['Definitions', 'definitions', 'map'],
  ['ExternalDocs', 'externalDocs', 'pointer'],
  ['Example', 'example', 'pointer'],
  ['XPreserveUnknownFields', 'x-kubernetes-preserve-unknown-fields', 'pointer'],
  ['XEmbeddedResource', 'x-kubernetes-embedded-resource', 'flag'],
  ['XIntOrString', 'x-kubernetes-int-or-string', 'flag'],
  ['XListMapKeys', 'x-kubernetes-list-map-keys', 'list'],
  ['XListType', 'x-kubernetes-list-type', 'pointer'],
  ['XMapType', 'x-kubernetes-map-type', 'pointer'],
  ['XValidations', 'x-kubernetes-validations', 'rules'],
]

/** The versions of a definition as the real server shows them in a refusal: by the names of its Go fields. */
export function versionsText(versions: readonly JsonObject[]): string {
  return structText(versions.map(versionOf))
}

function versionOf(version: JsonObject): JsonObject {
  const schema = maybeObject(maybeObject(version, 'schema') ?? {}, 'openAPIV3Schema')
  const columns = isList(version.additionalPrinterColumns) ? version.additionalPrinterColumns : undefined
  const selectable = isList(version.selectableFields) ? version.selectableFields : undefined
  return {
    Name: version.name ?? '',
    Served: version.served ?? false,
    Storage: version.storage ?? false,
    Deprecated: version.deprecated ?? false,
    DeprecationWarning: version.deprecationWarning ?? null,
    Schema: isObject(version.schema) ? { OpenAPIV3Schema: schema ? schemaOf(schema) : null } : null,
    Subresources: subresourcesOf(version),
    AdditionalPrinterColumns: columns?.filter(isObject).map(columnOf) ?? null,
    SelectableFields:
      selectable?.filter(isObject).map(({ jsonPath }) => ({ JSONPath: jsonPath ?? '' })) ?? null,
  }
}

function subresourcesOf(version: JsonObject): JsonObject | null {
  const subresources = maybeObject(version, 'subresources')
  if (subresources === undefined) return null
  const scale = maybeObject(subresources, 'scale')
  return {
    Status: maybeObject(subresources, 'status') ?? null,
    Scale: scale
      ? {
          SpecReplicasPath: scale.specReplicasPath ?? '',
          StatusReplicasPath: scale.statusReplicasPath ?? '',
          LabelSelectorPath: scale.labelSelectorPath ?? null,
        }
      : null,
  }
}

function columnOf({ name, type, format, description, priority, jsonPath }: JsonObject): JsonObject {
  return {
    Name: name ?? '',
    Type: type ?? '',
    Format: format ?? '',
    Description: description ?? '',
    Priority: priority ?? 0,
    JSONPath: jsonPath ?? '',
  }
}

function schemaOf(schema: JsonObject): JsonObject {
  return Object.fromEntries(SCHEMA.map(([go, name, shape]) => [go, shaped(schema[name], shape)]))
}

function shaped(value: JsonValue | undefined, shape: Shape): JsonValue {
  if (shape === 'text') return value ?? ''
  if (shape === 'flag') return value ?? false
  if (value === undefined || value === null) return null
  if (shape === 'schema') return isObject(value) ? schemaOf(value) : null
  if (shape === 'schemas') return isList(value) ? value.filter(isObject).map(schemaOf) : null
  if (shape === 'map') return isObject(value) ? mapOf(value) : null
  if (shape === 'or-array') return isObject(value) ? { Schema: schemaOf(value), JSONSchemas: null } : null
  if (shape === 'or-bool')
    return isObject(value) ? { Allows: true, Schema: schemaOf(value) } : { Allows: value, Schema: null }
  if (shape === 'rules') return isList(value) ? value.filter(isObject).map(ruleOf) : null
  return value
}

function mapOf(map: JsonObject): JsonObject {
  const keys = Object.keys(map).sort()
  return Object.fromEntries(keys.map((key) => [key, shaped(map[key], 'schema')]))
}

function ruleOf(rule: JsonObject): JsonObject {
  return {
    Rule: rule.rule ?? '',
    Message: rule.message ?? '',
    MessageExpression: rule.messageExpression ?? '',
    Reason: rule.reason ?? null,
    FieldPath: rule.fieldPath ?? '',
    OptionalOldSelf: rule.optionalOldSelf ?? null,
  }
}
