import { isObject, isSame, type JsonObject } from '../json/json-value.ts'
import { type ApiObject, withMeta } from '../resources/api-object.ts'
import type { Strategy } from '../resources/resource.ts'
import { checkStructural } from '../schema/check-structural.ts'
import { invalid } from '../status/api-errors.ts'
import type { FieldError } from '../status/field-error.ts'
import { listAt, objectAt, storageVersion } from './definition-parts.ts'

/** Holds a definition until everything of its kind is gone. */
export const CLEANUP = 'customresourcecleanup.apiextensions.k8s.io'

/** What a server fills in and refuses in a CustomResourceDefinition. */
export const crdStrategy: Strategy = {
  prepareCreate: (definition) => {
    const named = withNames(definition)
    const stored = storageVersion(objectAt(named, 'spec'))
    const status = { conditions: null, acceptedNames: { plural: '', kind: '' }, storedVersions: [stored] }
    return { ...named, status } as ApiObject
  },
  prepareUpdate: (definition) => withNames(definition),
  holdBy: [CLEANUP],
  // Neither a time to go in nor another generation, as the real server has it.
  prepareDelete: (definition) => {
    const generation = (definition.metadata.generation ?? 1) - 1
    const going = withMeta(definition, { deletionGracePeriodSeconds: undefined, generation })
    return { ...going, status: terminating(definition) } as ApiObject
  },
  check: (definition) => {
    const errors = problems(definition)
    const { name } = definition.metadata
    const subject = { group: 'apiextensions.k8s.io', kind: 'CustomResourceDefinition', name }
    if (errors.length > 0) throw invalid(subject, errors)
  },
}

function terminating(definition: ApiObject): JsonObject {
  const status = objectAt(definition, 'status')
  const condition = {
    type: 'Terminating',
    status: 'True',
    lastTransitionTime: definition.metadata.deletionTimestamp ?? null,
    reason: 'InstanceDeletionPending',
    message: 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon',
  }
  return { ...status, conditions: [...listAt(status, 'conditions'), condition] }
}

function withNames(definition: ApiObject): ApiObject {
  const spec = objectAt(definition, 'spec')
  const names = objectAt(spec, 'names')
  const kind = String(names.kind ?? '')
  const filled = {
    ...names,
    singular: names.singular ?? kind.toLowerCase(),
    listKind: names.listKind ?? `${kind}List`,
  }
  return {
    ...definition,
    spec: { ...spec, names: filled, conversion: spec.conversion ?? { strategy: 'None' } },
  }
}

function problems(definition: ApiObject): readonly FieldError[] {
  const spec = objectAt(definition, 'spec')
  const names = objectAt(spec, 'names')
  const errors: FieldError[] = []
  const wanted = `${names.plural}.${spec.group}`
  if (definition.metadata.name !== wanted) {
    const detail = 'must be spec.names.plural+"."+spec.group'
    const value = JSON.stringify(definition.metadata.name)
    errors.push({ field: 'metadata.name', type: 'FieldValueInvalid', value, detail })
  }
  const stored = listAt(spec, 'versions').filter((version) => isObject(version) && version.storage === true)
  if (stored.length !== 1) {
    const detail = 'must have exactly one version marked as storage version'
    errors.push({
      field: 'spec.versions',
      type: 'FieldValueInvalid',
      value: JSON.stringify(spec.versions ?? null),
      detail,
    })
  }
  return [...errors, ...schemaProblems(spec)]
}

/** Kubernetes holds a schema that all versions share in one place, and names that place. */
function schemaProblems(spec: JsonObject): readonly FieldError[] {
  const versions = listAt(spec, 'versions').filter(isObject)
  const schemas = versions.map((version) => objectAt(version, 'schema').openAPIV3Schema)
  const shared = schemas.every((schema) => isSame(schema, schemas[0]))
  const checked = shared ? schemas.slice(0, 1) : schemas
  return checked.flatMap((schema, at) => {
    const path = shared ? 'spec.validation.openAPIV3Schema' : `spec.versions[${at}].schema.openAPIV3Schema`
    if (!isObject(schema))
      return [{ field: path, type: 'FieldValueRequired', detail: 'schemas are required' }]
    const hasStatus = isObject(objectAt(versions[at] ?? {}, 'subresources').status)
    return checkStructural(schema, { path, hasStatus })
  })
}
