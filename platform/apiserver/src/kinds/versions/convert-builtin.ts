import type { JsonObject } from '../../json/json-value.ts'
import { type KindName, withDefaults } from '../defaults/with-defaults.ts'
import { autoscalerFromV1, autoscalerToV1 } from './autoscaler-versions.ts'
import { eventFromCore, eventToCore } from './event-versions.ts'

const CORE_EVENT: KindName = { group: '', version: 'v1', kind: 'Event' }
const AUTOSCALER: KindName = { group: 'autoscaling', version: 'v2', kind: 'HorizontalPodAutoscaler' }

interface Twin {
  /** In which form both are stored. */
  readonly stored: KindName
  readonly toStored: (object: JsonObject) => JsonObject
  readonly fromStored: (object: JsonObject) => JsonObject
}

/** The kinds that a stock server serves in a second form: both show the same objects. */
const TWINS: Readonly<Record<string, Twin>> = {
  'events.k8s.io/v1/Event': { stored: CORE_EVENT, toStored: eventToCore, fromStored: eventFromCore },
  'autoscaling/v1/HorizontalPodAutoscaler': {
    stored: AUTOSCALER,
    toStored: autoscalerFromV1,
    fromStored: autoscalerToV1,
  },
}

/** In which form objects of a built-in kind are stored: mostly their own. */
export function storedVersion(name: KindName): KindName {
  return TWINS[keyOf(name)]?.stored ?? name
}

/** The same object in another form of its kind, complete as that form is written. */
export function convertBuiltin(object: JsonObject, from: KindName, to: KindName): JsonObject {
  if (keyOf(from) === keyOf(to)) return object
  const stored = TWINS[keyOf(from)]?.toStored(object) ?? object
  const shown = TWINS[keyOf(to)]?.fromStored(stored) ?? stored
  const apiVersion = to.group === '' ? to.version : `${to.group}/${to.version}`
  return withDefaults({ ...shown, apiVersion, kind: to.kind }, to)
}

function keyOf({ group, version, kind }: KindName): string {
  return `${group}/${version}/${kind}`
}
