import type { JsonObject } from '../../../json/json-value.ts'
import { labelKeyErrors } from '../../../selectors/label-syntax.ts'
import type { FieldError } from '../../../status/field-error.ts'
import { invalid, invalids, required, unsupported } from '../complaints.ts'
import { has, maybeObject, objectsIn, textIn } from '../members.ts'
import { configKeyErrors, environmentErrors, subdomainErrors } from '../name-words.ts'

const FIELDS = [
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
]
const RESOURCES = [
  'limits.cpu',
  'limits.ephemeral-storage',
  'limits.memory',
  'requests.cpu',
  'requests.ephemeral-storage',
  'requests.memory',
]
const ONE_OF = 'must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`'

/** What is wrong with the variables of a container. */
export function checkEnvironment(container: JsonObject, path: string): readonly FieldError[] {
  return [
    ...objectsIn(container, 'env').flatMap((variable, at) => variableErrors(variable, `${path}.env[${at}]`)),
    ...objectsIn(container, 'envFrom').flatMap((source, at) => sourceErrors(source, `${path}.envFrom`, at)),
  ]
}

function variableErrors(variable: JsonObject, path: string): readonly FieldError[] {
  const name = textIn(variable, 'name')
  const named =
    name === '' ? [required(`${path}.name`, '')] : invalids(`${path}.name`, name, environmentErrors(name))
  const from = maybeObject(variable, 'valueFrom')
  return from === undefined ? named : [...named, ...valueErrors(variable, from, `${path}.valueFrom`)]
}

function valueErrors(variable: JsonObject, from: JsonObject, path: string): readonly FieldError[] {
  const sources = ['fieldRef', 'resourceFieldRef', 'configMapKeyRef', 'secretKeyRef'].filter((one) =>
    has(from, one),
  )
  const errors = sources.flatMap((source) => {
    const part = maybeObject(from, source) ?? {}
    const place = `${path}.${source}`
    if (source === 'fieldRef') return fieldErrors(part, place, FIELDS)
    return source === 'resourceFieldRef' ? resourceErrors(part, place) : keyErrors(part, place)
  })
  if (sources.length === 0) errors.push(invalid(path, '', ONE_OF))
  else if (textIn(variable, 'value') !== '')
    errors.push(invalid(path, '', 'may not be specified when `value` is not empty'))
  else if (sources.length > 1)
    errors.push(invalid(path, '', 'may not have more than one field specified at a time'))
  return errors
}

/** What is wrong with the path to a field of the pod itself. */
export function fieldErrors(part: JsonObject, path: string, known: readonly string[]): readonly FieldError[] {
  const fieldPath = textIn(part, 'fieldPath')
  if (fieldPath === '') return [required(`${path}.fieldPath`, '')]
  const subscript = /^([^[]+)\['(.*)'\]$/.exec(fieldPath)
  if (subscript !== null) {
    const [, map = '', key = ''] = subscript
    if (map === 'metadata.annotations')
      return invalids(path, key.toLowerCase(), labelKeyErrors(key.toLowerCase()))
    if (map === 'metadata.labels') return invalids(path, key, labelKeyErrors(key))
  }
  const isField = [...FIELDS, 'metadata.annotations', 'metadata.labels', 'spec.restartPolicy'].includes(
    fieldPath,
  )
  if (!isField) {
    const detail = `error converting fieldPath: field label not supported: ${fieldPath}`
    return [invalid(`${path}.fieldPath`, fieldPath, detail)]
  }
  return known.includes(fieldPath) ? [] : [unsupported(`${path}.fieldPath`, fieldPath, known)]
}

function resourceErrors(part: JsonObject, path: string): readonly FieldError[] {
  const resource = textIn(part, 'resource')
  if (resource === '') return [required(`${path}.resource`, '')]
  const isKnown = RESOURCES.includes(resource) || /^(limits|requests)\.hugepages-/.test(resource)
  return isKnown ? [] : [unsupported(`${path}.resource`, resource, RESOURCES)]
}

function keyErrors(part: JsonObject, path: string): readonly FieldError[] {
  const [name, key] = [textIn(part, 'name'), textIn(part, 'key')]
  return [
    ...invalids(`${path}.name`, name, subdomainErrors(name)),
    ...(key === '' ? [required(`${path}.key`, '')] : invalids(`${path}.key`, key, configKeyErrors(key))),
  ]
}

function sourceErrors(source: JsonObject, path: string, at: number): readonly FieldError[] {
  const prefix = textIn(source, 'prefix')
  const sources = ['configMapRef', 'secretRef'].filter((one) => has(source, one))
  const errors =
    prefix === '' ? [] : [...invalids(`${path}[${at}].prefix`, prefix, environmentErrors(prefix))]
  for (const one of sources) {
    const name = textIn(maybeObject(source, one) ?? {}, 'name')
    const field = `${path}[${at}].${one}.name`
    const masked = name.length > 1 && name.endsWith('-') ? `${name.slice(0, -2)}a` : name
    errors.push(...(name === '' ? [required(field, '')] : invalids(field, name, subdomainErrors(masked))))
  }
  if (sources.length === 0)
    errors.push(invalid(path, '', 'must specify one of: `configMapRef` or `secretRef`'))
  if (sources.length > 1)
    errors.push(invalid(path, '', 'may not have more than one field specified at a time'))
  return errors
}
