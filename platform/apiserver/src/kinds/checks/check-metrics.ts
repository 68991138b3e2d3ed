import type { JsonObject } from '../../json/json-value.ts'
import type { FieldError } from '../../status/field-error.ts'
import { containerResourceErrors } from './check-resource-amounts.ts'
import { forbidden, invalid, invalids, required, unsupported } from './complaints.ts'
import { has, numberIn, objectIn, objectsIn, textIn } from './members.ts'
import { labelErrors, pathErrors } from './name-words.ts'
import { quantityValue } from './quantity-value.ts'

const TYPES: Readonly<Record<string, string>> = {
  ContainerResource: 'containerResource',
  External: 'external',
  Object: 'object',
  Pods: 'pods',
  Resource: 'resource',
}
const ORDER = ['object', 'external', 'pods', 'resource', 'containerResource']
const TARGETS = ['AverageValue', 'Utilization', 'Value']

/** What is wrong with the metrics by which pods are counted. */
export function checkMetrics(spec: JsonObject, path: string): readonly FieldError[] {
  const metrics = objectsIn(spec, 'metrics')
  const errors = metrics.flatMap((metric, at) => metricErrors(metric, `${path}[${at}]`))
  const isAble = metrics.some(({ type }) => type === 'Object' || type === 'External')
  if (numberIn(spec, 'minReplicas') !== 0 || isAble) return errors
  return [
    ...errors,
    forbidden(
      path,
      'must specify at least one Object or External metric to support scaling to zero replicas',
    ),
  ]
}

function metricErrors(metric: JsonObject, path: string): readonly FieldError[] {
  const type = textIn(metric, 'type')
  const given = ORDER.filter((name) => has(metric, name))
  const [first] = given
  const unknown = unsupported(`${path}.type`, type, Object.keys(TYPES))
  const expected = TYPES[type]
  const errors: FieldError[] = []
  if (type === '') errors.push(required(`${path}.type`, 'must specify a metric source type'))
  if (expected === undefined) errors.push(unknown)
  if (first !== undefined) errors.push(...sourceErrors(first, objectIn(metric, first), `${path}.${first}`))
  if (expected === undefined) errors.push(unknown)
  else if (!given.includes(expected))
    errors.push(required(`${path}.${expected}`, 'must populate information for the given metric source'))
  if (given.length === 1) return errors
  const others = given.filter((name) => name !== expected).sort()
  return [
    ...errors,
    ...others.map((name) => forbidden(`${path}.${name}`, 'must populate the given metric source only')),
  ]
}

function sourceErrors(name: string, source: JsonObject, path: string): readonly FieldError[] {
  const target = objectIn(source, 'target')
  const average = `${path}.target.averageValue`
  const [hasValue, hasAverage, hasShare] = ['value', 'averageValue', 'averageUtilization'].map((field) =>
    has(target, field),
  )
  const isResource = name === 'resource' || name === 'containerResource'
  const errors = [
    ...(name === 'object' ? checkTarget(objectIn(source, 'describedObject'), `${path}.describedObject`) : []),
    ...(isResource ? resourceErrors(name, source, path) : identifierErrors(source, path)),
    ...targetErrors(target, `${path}.target`),
  ]
  if (isResource) {
    const share = `${path}.target.averageUtilization`
    if (!hasShare && !hasAverage)
      errors.push(required(share, 'must set either a target raw value or a target utilization'))
    if (hasShare && hasAverage)
      errors.push(forbidden(average, 'may not set both a target raw value and a target utilization'))
    return errors
  }
  if (name === 'pods')
    return hasAverage ? errors : [...errors, required(average, 'must specify a positive target averageValue')]
  if (!hasValue && !hasAverage)
    errors.push(
      required(
        average,
        name === 'object'
          ? 'must set either a target value or averageValue'
          : 'must set either a target value for metric or a per-pod target',
      ),
    )
  if (name === 'external' && hasValue && hasAverage)
    errors.push(
      forbidden(`${path}.target.value`, 'may not set both a target value for metric and a per-pod target'),
    )
  return errors
}

function resourceErrors(name: string, source: JsonObject, path: string): readonly FieldError[] {
  const [resource, container] = [textIn(source, 'name'), textIn(source, 'container')]
  const field = `${path}.name`
  const none = resource === '' ? [required(field, 'must specify a resource name')] : []
  if (name === 'resource') return none
  return [
    ...(resource === '' ? none : containerResourceErrors(resource, field)),
    ...(container === ''
      ? [required(`${path}.container`, 'must specify a container')]
      : invalids(`${path}.container`, container, labelErrors(container))),
  ]
}

function identifierErrors(source: JsonObject, path: string): readonly FieldError[] {
  const name = textIn(objectIn(source, 'metric'), 'name')
  const field = `${path}.metric.name`
  return name === ''
    ? [required(field, 'must specify a metric name')]
    : invalids(field, name, pathErrors(name))
}

/** What is wrong with a reference to something of whichever version. */
export function checkTarget(target: JsonObject, path: string): readonly FieldError[] {
  const apiVersion = textIn(target, 'apiVersion')
  const isReadable = apiVersion.split('/').length <= 2
  return [
    ...['kind', 'name'].flatMap((field) => {
      const value = textIn(target, field)
      return value === ''
        ? [required(`${path}.${field}`, '')]
        : invalids(`${path}.${field}`, value, pathErrors(value))
    }),
    ...(isReadable
      ? []
      : [invalid(`${path}.apiVersion`, apiVersion, `unexpected GroupVersion string: ${apiVersion}`)]),
  ]
}

function targetErrors(target: JsonObject, path: string): readonly FieldError[] {
  const type = textIn(target, 'type')
  const share = numberIn(target, 'averageUtilization')
  const errors: FieldError[] = []
  if (type === '') errors.push(required(`${path}.type`, 'must specify a metric target type'))
  if (!TARGETS.includes(type))
    errors.push(invalid(`${path}.type`, type, 'must be either Utilization, Value, or AverageValue'))
  for (const field of ['value', 'averageValue']) {
    const amount = target[field]
    if (amount !== undefined && quantityValue(amount) <= 0n)
      errors.push(invalid(`${path}.${field}`, `${amount}`, 'must be positive'))
  }
  if (share !== undefined && share < 1)
    errors.push(invalid(`${path}.averageUtilization`, share, 'must be greater than 0'))
  return errors
}
