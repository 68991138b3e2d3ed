import { isObject } from '../../json/json-value.ts'
import { type Draft, part, parts } from '../defaults/draft.ts'

const COUNTED = ['cpu', 'memory']

/** How surely a pod gets what it asks for, as its containers' requests and limits say. */
export function qualityOfService(spec: Draft | undefined): 'BestEffort' | 'Burstable' | 'Guaranteed' {
  const containers = [...parts(spec, 'containers'), ...parts(spec, 'initContainers')]
  const ofPod = part(spec, 'resources')
  const resources = ofPod ? [ofPod] : containers.map((container) => part(container, 'resources') ?? {})
  if (resources.every((one) => counted(one.limits).length + counted(one.requests).length === 0))
    return 'BestEffort'
  const isFixed = resources.every(({ limits, requests }) => {
    const upper = counted(limits)
    return upper.length === COUNTED.length && upper.join() === counted(requests).join()
  })
  return isFixed ? 'Guaranteed' : 'Burstable'
}

function counted(list: unknown): readonly string[] {
  if (!isObject(list as Draft)) return []
  const amounts = list as Draft
  return COUNTED.flatMap((name) => {
    const amount = amounts[name]
    return amount === undefined || amount === '0' ? [] : [`${name}=${amount}`]
  })
}
