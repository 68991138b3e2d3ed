import { isObject, type JsonObject, type JsonValue } from '../../json/json-value.ts'

type Change = (part: JsonObject) => JsonObject
/** By the field of a metric that holds its source. */
type Changes = Readonly<Record<string, Change>>

/** The source of a metric in v2 as v1 writes it into an annotation, its fields in Go's order. */
const TO_V1: Changes = {
  object: (part) => ({
    target: referenceOf(part.describedObject),
    metricName: nameOf(part),
    targetValue: inside(part, 'target').value ?? '0',
    selector: selectorOf(part),
    averageValue: inside(part, 'target').averageValue,
  }),
  pods: (part) => ({
    metricName: nameOf(part),
    targetAverageValue: inside(part, 'target').averageValue ?? '0',
    selector: selectorOf(part),
  }),
  resource: resourceToV1,
  containerResource: (part) => ({ ...resourceToV1(part), container: part.container ?? '' }),
  external: (part) => ({
    metricName: nameOf(part),
    metricSelector: selectorOf(part),
    targetValue: inside(part, 'target').value,
    targetAverageValue: inside(part, 'target').averageValue,
  }),
}

const FROM_V1: Changes = {
  object: (part) => ({
    describedObject: part.target,
    target: {
      type: part.averageValue === undefined ? 'Value' : 'AverageValue',
      value: part.targetValue ?? '0',
      averageValue: part.averageValue,
    },
    metric: { name: part.metricName ?? '', selector: part.selector },
  }),
  pods: (part) => ({
    metric: { name: part.metricName ?? '', selector: part.selector },
    target: { type: 'AverageValue', averageValue: part.targetAverageValue ?? '0' },
  }),
  resource: resourceFromV1,
  containerResource: (part) => ({ ...resourceFromV1(part), container: part.container ?? '' }),
  external: (part) => ({
    metric: { name: part.metricName ?? '', selector: part.metricSelector },
    target: {
      type: part.targetValue === undefined ? 'AverageValue' : 'Value',
      value: part.targetValue,
      averageValue: part.targetAverageValue,
    },
  }),
}

const STATUS_TO_V1: Changes = {
  object: (part) => ({
    target: referenceOf(part.describedObject),
    metricName: nameOf(part),
    currentValue: inside(part, 'current').value ?? '0',
    selector: selectorOf(part),
    averageValue: inside(part, 'current').averageValue,
  }),
  pods: (part) => ({
    metricName: nameOf(part),
    currentAverageValue: inside(part, 'current').averageValue ?? '0',
    selector: selectorOf(part),
  }),
  resource: resourceStatusToV1,
  containerResource: (part) => ({ ...resourceStatusToV1(part), container: part.container ?? '' }),
  external: (part) => ({
    metricName: nameOf(part),
    metricSelector: selectorOf(part),
    currentValue: inside(part, 'current').value ?? '0',
    currentAverageValue: inside(part, 'current').averageValue,
  }),
}

const STATUS_FROM_V1: Changes = {
  object: (part) => ({
    describedObject: part.target,
    current: { value: part.currentValue ?? '0', averageValue: part.averageValue },
    metric: { name: part.metricName ?? '', selector: part.selector },
  }),
  pods: (part) => ({
    metric: { name: part.metricName ?? '', selector: part.selector },
    current: { averageValue: part.currentAverageValue ?? '0' },
  }),
  resource: resourceStatusFromV1,
  containerResource: (part) => ({ ...resourceStatusFromV1(part), container: part.container ?? '' }),
  external: (part) => ({
    metric: { name: part.metricName ?? '', selector: part.metricSelector },
    current: { value: part.currentValue ?? '0', averageValue: part.currentAverageValue },
  }),
}

/** A metric of v2 as v1 carries it. */
export const metricToV1 = (metric: JsonObject): JsonObject => changed(metric, TO_V1)
export const metricFromV1 = (metric: JsonObject): JsonObject => changed(metric, FROM_V1)
/** What a metric is now, in v2, as v1 carries it. */
export const statusToV1 = (metric: JsonObject): JsonObject => changed(metric, STATUS_TO_V1)
export const statusFromV1 = (metric: JsonObject): JsonObject => changed(metric, STATUS_FROM_V1)

function changed(metric: JsonObject, changes: Changes): JsonObject {
  const parts = Object.entries(changes).flatMap(([name, change]) => {
    const part = metric[name]
    return isObject(part) ? [[name, change(part)] as const] : []
  })
  return { type: metric.type ?? '', ...Object.fromEntries(parts) }
}

function resourceToV1(part: JsonObject): JsonObject {
  const { averageUtilization, averageValue } = inside(part, 'target')
  return {
    name: part.name ?? '',
    targetAverageUtilization: averageUtilization,
    targetAverageValue: averageValue,
  }
}

function resourceFromV1(part: JsonObject): JsonObject {
  const { targetAverageUtilization: averageUtilization, targetAverageValue: averageValue } = part
  const type = averageUtilization === undefined ? 'AverageValue' : 'Utilization'
  return { name: part.name ?? '', target: { type, averageValue, averageUtilization } }
}

function resourceStatusToV1(part: JsonObject): JsonObject {
  const { averageUtilization, averageValue } = inside(part, 'current')
  return {
    name: part.name ?? '',
    currentAverageUtilization: averageUtilization,
    currentAverageValue: averageValue ?? '0',
  }
}

function resourceStatusFromV1(part: JsonObject): JsonObject {
  const { currentAverageUtilization: averageUtilization, currentAverageValue } = part
  return { name: part.name ?? '', current: { averageValue: currentAverageValue ?? '0', averageUtilization } }
}

function inside(part: JsonObject, name: string): JsonObject {
  const value = part[name]
  return isObject(value) ? value : {}
}

function nameOf(part: JsonObject): JsonValue {
  return inside(part, 'metric').name ?? ''
}

function selectorOf(part: JsonObject): JsonValue | undefined {
  return inside(part, 'metric').selector
}

function referenceOf(value: JsonValue | undefined): JsonObject {
  const { kind = '', name = '', apiVersion } = isObject(value) ? value : {}
  return { kind, name, apiVersion }
}
