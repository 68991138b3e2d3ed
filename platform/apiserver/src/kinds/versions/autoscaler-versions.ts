import { isList, isObject, type JsonObject, type JsonValue } from '../../json/json-value.ts'
import { parseJson } from '../../json/parse-json.ts'
import { structText } from '../checks/struct-text.ts'
import { behaviorFromText, behaviorText } from './autoscaler-behavior.ts'
import { metricFromV1, metricToV1, statusFromV1, statusToV1 } from './metric-versions.ts'

const PREFIX = 'autoscaling.alpha.kubernetes.io/'
const METRICS = `${PREFIX}metrics`
const CURRENT = `${PREFIX}current-metrics`
const CONDITIONS = `${PREFIX}conditions`
const BEHAVIOR = `${PREFIX}behavior`
/** What v1 has no fields for travels in annotations; v2 never shows them. */
const CARRIED = [
  METRICS,
  CURRENT,
  CONDITIONS,
  BEHAVIOR,
  `${PREFIX}scale-down-tolerance`,
  `${PREFIX}scale-up-tolerance`,
]
const DEFAULT_UTILIZATION = 80

/** A HorizontalPodAutoscaler of autoscaling/v2 as v1 has it. */
export function autoscalerToV1(object: JsonObject): JsonObject {
  const { metrics, behavior, ...spec } = partOf(object, 'spec')
  const { currentMetrics, conditions, ...status } = partOf(object, 'status')
  const all = objects(metrics)
  const now = objects(currentMetrics)
  const cpu = all.find(isCpuShare)
  const others = all.filter((metric) => !isCpuShare(metric))
  const share = utilizationOf(
    now.filter(isCpu).findLast((metric) => utilizationOf(metric, 'current') !== undefined),
    'current',
  )
  const told = objects(conditions)
  const carried = {
    ...(others.length > 0 && { [METRICS]: structText(others.map(metricToV1)) }),
    ...(now.length > 0 && { [CURRENT]: structText(now.map(statusToV1)) }),
    ...(isObject(behavior) && { [BEHAVIOR]: behaviorText(behavior) }),
    ...(told.length > 0 && { [CONDITIONS]: structText(told.map(conditionOf)) }),
  }
  return {
    ...object,
    metadata: withAnnotations(object, carried),
    spec: { ...spec, ...(cpu && { targetCPUUtilizationPercentage: utilizationOf(cpu, 'target') ?? 0 }) },
    status: { ...status, ...(share !== undefined && { currentCPUUtilizationPercentage: share }) },
  }
}

/** A HorizontalPodAutoscaler of autoscaling/v1 as v2 has it, with the metric that v1 means when it names none. */
export function autoscalerFromV1(object: JsonObject): JsonObject {
  const { targetCPUUtilizationPercentage: target, ...spec } = partOf(object, 'spec')
  const { currentCPUUtilizationPercentage: current, ...status } = partOf(object, 'status')
  const carried = partOf(partOf(object, 'metadata'), 'annotations')
  const others = listFrom(carried[METRICS])?.map(metricFromV1) ?? []
  const own = target === undefined ? [] : [cpuShare(target)]
  const metrics = [...others, ...own]
  const behavior = behaviorFromText(carried[BEHAVIOR])
  const now =
    listFrom(carried[CURRENT])?.map(statusFromV1) ?? (current === undefined ? undefined : [cpuNow(current)])
  const conditions = listFrom(carried[CONDITIONS])
  return {
    ...object,
    metadata: withAnnotations(object, {}),
    spec: {
      ...spec,
      metrics: metrics.length > 0 ? metrics : [cpuShare(DEFAULT_UTILIZATION)],
      ...(behavior && { behavior }),
    },
    status: { ...status, ...(now && { currentMetrics: now }), ...(conditions && { conditions }) },
  }
}

function withAnnotations(object: JsonObject, more: Readonly<Record<string, string>>): JsonObject {
  const { annotations, ...metadata } = partOf(object, 'metadata')
  const own = Object.entries(isObject(annotations) ? annotations : {}).filter(
    ([key]) => !CARRIED.includes(key),
  )
  const all = { ...Object.fromEntries(own), ...more }
  return Object.keys(all).length === 0 ? metadata : { ...metadata, annotations: all }
}

function cpuShare(averageUtilization: JsonValue): JsonObject {
  return { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization } } }
}

function cpuNow(averageUtilization: JsonValue): JsonObject {
  return { type: 'Resource', resource: { name: 'cpu', current: { averageUtilization } } }
}

function isCpu(metric: JsonObject): boolean {
  return metric.type === 'Resource' && partOf(metric, 'resource').name === 'cpu'
}

function isCpuShare(metric: JsonObject): boolean {
  return isCpu(metric) && utilizationOf(metric, 'target') !== undefined
}

function utilizationOf(metric: JsonObject | undefined, part: 'target' | 'current'): JsonValue | undefined {
  return metric && partOf(partOf(metric, 'resource'), part).averageUtilization
}

function conditionOf({ type, status, lastTransitionTime, reason, message }: JsonObject): JsonObject {
  return { type, status, lastTransitionTime: lastTransitionTime ?? null, reason, message }
}

function listFrom(text: JsonValue | undefined): readonly JsonObject[] | undefined {
  if (typeof text !== 'string') return undefined
  try {
    const { value } = parseJson(text)
    return isList(value) ? objects(value) : undefined
  } catch {
    return undefined // upstream, too, goes on without what it cannot read
  }
}

function partOf(object: JsonObject, key: string): JsonObject {
  const value = object[key]
  return isObject(value) ? value : {}
}

function objects(value: JsonValue | undefined): readonly JsonObject[] {
  return isList(value) ? value.filter(isObject) : []
}
