import { internal } from '../apply/check-applied.ts'
import { isObject, type JsonObject } from '../json/json-value.ts'
import { selectorText } from '../output/builtin-tables/show-selector.ts'
import type { ApiObject } from '../resources/api-object.ts'
import { ApiError } from '../status/api-error.ts'
import { type Found, readNumber, readText } from './read-number.ts'
import { namesOf, type Scaling, wantedPath } from './scaling.ts'

/** The scale of an object as clients see it; throws where a custom one does not say how many it wants. */
export function scaleOf(object: ApiObject, scaling: Scaling): JsonObject {
  const wanted = wantedOf(object, scaling)
  if (wanted === undefined && scaling.of === 'custom') throw noReplicas(scaling.specReplicasPath)
  return scaleWith(object, scaling, wanted ?? 0)
}

/** How many are wanted; undefined if nobody has said. */
export function wantedOf(object: ApiObject, scaling: Scaling): number | undefined {
  return valueIn(readNumber(object, wantedPath(scaling)))
}

/** The scale of an object, with this as how many are wanted. */
export function scaleWith(object: ApiObject, scaling: Scaling, wanted: number): JsonObject {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata
  const metadata = { name, namespace, uid, resourceVersion, creationTimestamp }
  const statusPath = scaling.of === 'builtin' ? '.status.replicas' : scaling.statusReplicasPath
  const selector = selectorOf(object, scaling)
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== undefined)),
    // What is 0 is left out of what is wanted and stands in what there is, as Go writes it.
    spec: wanted === 0 ? {} : { replicas: wanted },
    status: {
      replicas: valueIn(readNumber(object, namesOf(statusPath))) ?? 0,
      ...(selector !== '' && { selector }),
    },
  }
}

function selectorOf(object: ApiObject, scaling: Scaling): string {
  if (scaling.of === 'custom') {
    const { labelSelectorPath } = scaling
    return labelSelectorPath === '' ? '' : (valueIn(readText(object, namesOf(labelSelectorPath))) ?? '')
  }
  const selector = isObject(object.spec) ? object.spec.selector : undefined
  if (!isObject(selector)) return ''
  return selectorText(scaling.selector === 'labels' ? { matchLabels: selector } : selector) ?? ''
}

function valueIn<T>(found: Found<T>): T | undefined {
  if (found.wrong !== undefined) throw internal(found.wrong)
  return found.value
}

function noReplicas(path: string): ApiError {
  const message = `the spec replicas field ${JSON.stringify(path)} does not exist`
  return new ApiError(`Internal error occurred: ${message}`, {
    code: 500,
    reason: 'InternalError',
    details: { causes: [{ message }] },
  })
}
