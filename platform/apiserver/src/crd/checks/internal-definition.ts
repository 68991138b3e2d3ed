import { isSame, type JsonObject, type JsonValue } from '../../json/json-value.ts'
import { maybeObject, objectIn, objectsIn } from '../../kinds/checks/members.ts'

/** A definition's spec as the real server has it while it checks it: what all versions share stands above them. */
export interface InternalSpec {
  readonly spec: JsonObject
  readonly names: JsonObject
  readonly versions: readonly JsonObject[]
  readonly schema: JsonObject | undefined
  readonly subresources: JsonObject | undefined
  readonly columns: readonly JsonObject[]
  readonly selectable: readonly JsonObject[]
}

const SHARED = ['schema', 'subresources', 'additionalPrinterColumns', 'selectableFields']

export function internalSpec(definition: JsonObject): InternalSpec {
  const spec = objectIn(definition, 'spec')
  const all = objectsIn(spec, 'versions')
  const [first = {}] = all
  const shared = SHARED.filter((field) => all.every((version) => isSame(version[field], first[field])))
  const versions = all.map((version) =>
    Object.fromEntries(Object.entries(version).filter(([field]) => !shared.includes(field))),
  )
  const common: JsonObject = Object.fromEntries(
    shared.map((field): [string, JsonValue | undefined] => [field, first[field]]),
  )
  return {
    spec,
    names: objectIn(spec, 'names'),
    versions,
    schema: maybeObject(common, 'schema'),
    subresources: maybeObject(common, 'subresources'),
    columns: objectsIn(common, 'additionalPrinterColumns'),
    selectable: objectsIn(common, 'selectableFields'),
  }
}
