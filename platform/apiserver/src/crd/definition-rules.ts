import { isObject, isSame, type JsonObject } from '../json/json-value.ts'
import type { KindCheck } from '../kinds/checks/kind-check.ts'
import type { ApiObject } from '../resources/api-object.ts'
import { checkStructural } from '../schema/check-structural.ts'
import type { FieldError } from '../status/field-error.ts'
import { checkDefinition, checkDefinitionStatus } from './checks/check-definition.ts'
import { listAt, objectAt } from './definition-parts.ts'

/** What definitions are held to, schemas and their rules included. */
export const definitionRules: KindCheck = {
  namespaced: false,
  create: (definition) => errorsOf(definition, undefined),
  update: errorsOf,
  sub: { status: checkDefinitionStatus },
}

function errorsOf(definition: ApiObject, old: ApiObject | undefined): readonly FieldError[] {
  const before = listAt(objectAt(old ?? {}, 'spec'), 'versions')
    .filter(isObject)
    .map((version) => objectAt(version, 'schema').openAPIV3Schema)
  const checkSchema = (
    schema: JsonObject,
    place: { readonly path: string; readonly hasStatus: boolean },
  ): readonly FieldError[] => {
    const isUnchanged = before.some((each) => isSame(each, schema))
    return checkStructural(schema, { ...place, isUnchanged })
  }
  return checkDefinition(definition, old, checkSchema)
}
