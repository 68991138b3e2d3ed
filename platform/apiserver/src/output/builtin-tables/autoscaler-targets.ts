import { isList, type JsonObject, type JsonValue } from '../../json/json-value.ts'
import { parseJson } from '../../json/parse-json.ts'
import { firstOf, NONE, UNKNOWN } from './cell.ts'
import { listAt, objectAt, readField, textAt } from './read-field.ts'

const SOURCES: Readonly<Record<string, string>> = {
  External: 'external',
  Pods: 'pods',
  Object: 'object',
  Resource: 'resource',
  ContainerResource: 'containerResource',
}
const ANNOTATION = 'autoscaling.alpha.kubernetes.io/'

/** What an autoscaler steers by, each metric as `now/wanted`. */
export function autoscalerTargets(object: JsonObject): string {
  const { wanted, current } = metricsOf(object)
  const shown = wanted.map((spec, at) => targetText(spec, current[at]))
  return firstOf(shown, 2, ', ') || NONE
}

interface Metrics {
  readonly wanted: readonly JsonValue[]
  readonly current: readonly JsonValue[]
}

function targetText(spec: JsonValue, status: JsonValue | undefined): string {
  const type = textAt(spec, 'type')
  const source = Object.hasOwn(SOURCES, type) ? SOURCES[type] : undefined
  if (source === undefined) return '<unknown type>'
  const wanted = objectAt(spec, source)
  const isThere = readField(status, source) !== undefined
  const current = objectAt(status, source)
  const average = readField(wanted, 'target.averageValue')
  if (type === 'Resource' || type === 'ContainerResource') {
    const name = textAt(wanted, 'name')
    if (average !== undefined)
      return `${name}: ${isThere ? textAt(current, 'current.averageValue', '<nil>') : UNKNOWN}/${average}`
    const [used, asked] = [percent(current, 'current'), percent(wanted, 'target')]
    return `${name}: ${used ?? UNKNOWN}/${asked ?? '<auto>'}`
  }
  if (type === 'Pods') return `${isThere ? textAt(current, 'current.averageValue') : UNKNOWN}/${average}`
  if (average !== undefined) return `${textAt(current, 'current.averageValue', UNKNOWN)}/${average} (avg)`
  return `${isThere ? textAt(current, 'current.value', '<nil>') : UNKNOWN}/${textAt(wanted, 'target.value')}`
}

function percent(metric: JsonObject, side: string): string | undefined {
  const value = readField(metric, `${side}.averageUtilization`)
  return value === undefined ? undefined : `${value}%`
}

/** autoscaling/v1 has a field for the processor and keeps other metrics in annotations, with members of older names. */
function metricsOf(object: JsonObject): Metrics {
  const target = readField(object, 'spec.targetCPUUtilizationPercentage')
  const used = readField(object, 'status.currentCPUUtilizationPercentage')
  const cpu = (side: string, value: JsonValue) => ({
    type: 'Resource',
    resource: { name: 'cpu', [side]: { averageUtilization: value } },
  })
  return {
    wanted: [
      ...listAt(object, 'spec.metrics'),
      ...annotated(object, 'metrics').map(newSpec),
      ...(target === undefined ? [] : [cpu('target', target)]),
    ],
    current: [
      ...listAt(object, 'status.currentMetrics'),
      ...annotated(object, 'current-metrics').map(newStatus),
      ...(used === undefined ? [] : [cpu('current', used)]),
    ],
  }
}

function annotated(object: JsonObject, name: string): readonly JsonValue[] {
  const text = objectAt(object, 'metadata.annotations')[ANNOTATION + name]
  if (typeof text !== 'string') return []
  try {
    const { value } = parseJson(text)
    return isList(value) ? value : []
  } catch {
    return []
  }
}

function newSpec(metric: JsonValue): JsonValue {
  return renamed(metric, 'target', {
    averageValue: 'targetAverageValue',
    averageUtilization: 'targetAverageUtilization',
    value: 'targetValue',
  })
}

function newStatus(metric: JsonValue): JsonValue {
  return renamed(metric, 'current', {
    averageValue: 'currentAverageValue',
    averageUtilization: 'currentAverageUtilization',
    value: 'currentValue',
  })
}

function renamed(metric: JsonValue, side: string, names: Readonly<Record<string, string>>): JsonValue {
  const type = textAt(metric, 'type')
  const source = SOURCES[type] ?? ''
  const old = objectAt(metric, source)
  const values = Object.entries(names).map(([name, was]) => [name, old[was] ?? old[name]])
  return { type, [source]: { ...old, [side]: Object.fromEntries(values) } }
}
