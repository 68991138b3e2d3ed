import { isObject, type JsonObject } from '../../json/json-value.ts'
import { duplicate, invalid, required, tooMany } from '../../kinds/checks/complaints.ts'
import { maybeObject, objectIn, textIn } from '../../kinds/checks/members.ts'
import type { FieldError } from '../../status/field-error.ts'

const COLUMN_TYPES = ['boolean', 'date', 'integer', 'number', 'string']
const COLUMN_FORMATS = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password']
const MOST_SELECTABLE = 8

/** What is wrong with the paths of the scale subresource. */
export function checkSubresources(subresources: JsonObject | undefined, path: string): readonly FieldError[] {
  const scale = maybeObject(subresources ?? {}, 'scale')
  if (scale === undefined) return []
  const under = (name: string, roots: readonly string[]): readonly FieldError[] => {
    const value = textIn(scale, name)
    const field = `${path}.scale.${name}`
    if (value === '') return name === 'labelSelectorPath' ? [] : [required(field, '')]
    const errors = pathErrors(value, field)
    if (errors.length > 0 || roots.some((root) => value.startsWith(`${root}.`))) return errors
    const either = roots.length > 1 ? `either ${roots.join(' or ')}` : roots.join()
    return [invalid(field, value, `should be a json path under ${either}`)]
  }
  return [
    ...under('specReplicasPath', ['.spec']),
    ...under('statusReplicasPath', ['.status']),
    ...under('labelSelectorPath', ['.spec', '.status']),
  ]
}

function pathErrors(path: string, field: string): readonly FieldError[] {
  return path.startsWith('.') ? [] : [invalid(field, path, 'must be a simple json path starting with .')]
}

/** What is wrong with the columns of `kubectl get`. */
export function checkColumns(columns: readonly JsonObject[], path: string): readonly FieldError[] {
  return columns.flatMap((column, at) => checkColumn(column, `${path}[${at}]`))
}

function checkColumn(column: JsonObject, path: string): readonly FieldError[] {
  const [type, format, jsonPath] = [
    textIn(column, 'type'),
    textIn(column, 'format'),
    textIn(column, 'jsonPath'),
  ]
  const types = `must be one of ${COLUMN_TYPES.join(',')}`
  const errors = textIn(column, 'name') === '' ? [required(`${path}.name`, '')] : []
  if (type === '') errors.push(required(`${path}.type`, types))
  else if (!COLUMN_TYPES.includes(type)) errors.push(invalid(`${path}.type`, type, types))
  if (format !== '' && !COLUMN_FORMATS.includes(format))
    errors.push(invalid(`${path}.format`, format, `must be one of ${COLUMN_FORMATS.join(',')}`))
  if (jsonPath === '') errors.push(required(`${path}.JSONPath`, ''))
  return jsonPath === '' ? errors : [...errors, ...pathErrors(jsonPath, `${path}.JSONPath`)]
}

/** What is wrong with the fields that selectors may name, given the schema that they are to point into. */
export function checkSelectable(
  fields: readonly JsonObject[],
  schema: JsonObject,
  path: string,
): readonly FieldError[] {
  const known = new Set<string>()
  const errors = fields.flatMap((field, at) => {
    const errors: FieldError[] = []
    const jsonPath = textIn(field, 'jsonPath')
    const place = `${path}[${at}].jsonPath`
    if (jsonPath === '') return [required(place, '')]
    const found = followPath(jsonPath, schema)
    if (typeof found === 'string') return [invalid(place, jsonPath, `is an invalid path: ${found}`)]
    if (found.steps[0] === 'metadata')
      errors.push(invalid(place, jsonPath, 'must not point to fields in metadata'))
    if (!['string', 'boolean', 'integer'].includes(textIn(found.schema, 'type'))) {
      const detail =
        'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.'
      errors.push(invalid(place, jsonPath, detail))
    }
    const name = found.steps.join('.')
    if (known.has(name)) errors.push(duplicate(place, jsonPath))
    known.add(name)
    return errors
  })
  return known.size > MOST_SELECTABLE ? [...errors, tooMany(path, known.size, MOST_SELECTABLE)] : errors
}

interface Found {
  readonly steps: readonly string[]
  readonly schema: JsonObject
}

/** Where a path such as `.spec.size` leads, or why it leads nowhere. */
function followPath(path: string, root: JsonObject): Found | string {
  const tokens = path.match(/[.[\]]|[^.[\]]+/g) ?? []
  const steps: string[] = []
  let schema = root
  for (let at = 0; at < tokens.length; at += 2) {
    const token = tokens[at]
    if (token === '[') return 'array notation is not allowed'
    if (token !== '.') return `expected [ or . but got: ${token}`
    const name = tokens[at + 1]
    if (name === undefined) return 'unexpected end of JSON path'
    const next = isObject(schema.properties)
      ? objectIn(schema, 'properties')[name]
      : schema.additionalProperties
    if (!isObject(next)) return 'does not refer to a valid field'
    steps.push(name)
    schema = next
  }
  return { steps, schema }
}
