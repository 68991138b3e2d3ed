import { isObject, type JsonObject } from '../../json/json-value.ts'
import type { FieldError } from '../../status/field-error.ts'
import { required } from './complaints.ts'
import { branchesOf, type Part, partOf, propertiesOf, propertyOf } from './parts-of.ts'

/** Checks that what the root's allOf, anyOf, oneOf and not speak of is described outside of them, too. */
export function checkCompleteness(schema: JsonObject, path: string): readonly FieldError[] {
  return checkJunctors({ schema, path }, { schema, path })
}

/** What describes the values; undefined schema where nothing does. */
interface Described {
  readonly schema: JsonObject | undefined
  readonly path: string
}

function checkJunctors({ schema, path }: Part, described: Described): readonly FieldError[] {
  const branches = [
    ...partOf(schema, 'not', path),
    ...['allOf', 'anyOf', 'oneOf'].flatMap((junctor) => branchesOf(schema, junctor, path)),
  ]
  return branches.flatMap((branch) => checkBranch(branch, described))
}

function checkBranch(branch: Part, described: Described): readonly FieldError[] {
  if (described.schema === undefined)
    return [required(described.path, `because it is defined in ${branch.path}`)]
  const { schema, path } = described
  const errors = [...checkJunctors(branch, described)]
  for (const items of partOf(branch.schema, 'items', branch.path)) {
    const itemsOf = isObject(schema.items) ? schema.items : undefined
    errors.push(...checkBranch(items, { schema: itemsOf, path: `${path}.items` }))
  }
  for (const property of propertiesOf(branch.schema, branch.path)) {
    const place = `${path}.properties[${property.name}]`
    errors.push(...checkBranch(property, { schema: propertyOf(schema, property.name), path: place }))
  }
  return errors
}
