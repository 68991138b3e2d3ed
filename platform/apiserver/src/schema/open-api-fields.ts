/** What a schema and its OpenAPI call by the same name and write the same way. */
export const PLAIN_FIELDS = [
  'type',
  'format',
  'description',
  'title',
  'required',
  'nullable',
  'default',
  'example',
  'enum',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
] as const

/** Kubernetes' extensions: what the schema calls it, what OpenAPI does. */
export const EXTENSIONS = [
  ['preserveUnknownFields', 'x-kubernetes-preserve-unknown-fields'],
  ['embeddedResource', 'x-kubernetes-embedded-resource'],
  ['intOrString', 'x-kubernetes-int-or-string'],
  ['listType', 'x-kubernetes-list-type'],
  ['listMapKeys', 'x-kubernetes-list-map-keys'],
  ['mapType', 'x-kubernetes-map-type'],
  ['patchStrategy', 'x-kubernetes-patch-strategy'],
  ['patchMergeKey', 'x-kubernetes-patch-merge-key'],
  ['validations', 'x-kubernetes-validations'],
] as const
