import type { JsonObject, JsonValue } from '../../json/json-value.ts'

/** What each field of an events.k8s.io/v1 Event is called in core/v1; the others are called alike. */
const CORE_NAMES: Readonly<Record<string, string>> = {
  regarding: 'involvedObject',
  note: 'message',
  reportingController: 'reportingComponent',
  deprecatedSource: 'source',
  deprecatedFirstTimestamp: 'firstTimestamp',
  deprecatedLastTimestamp: 'lastTimestamp',
  deprecatedCount: 'count',
}
const NEW_NAMES = Object.fromEntries(Object.entries(CORE_NAMES).map(([now, before]) => [before, now]))

/** An Event of events.k8s.io/v1 as core/v1 has it, which is how events are stored. */
export function eventToCore(event: JsonObject): JsonObject {
  return renamed(event, CORE_NAMES)
}

/** An Event of core/v1 as events.k8s.io/v1 has it. */
export function eventFromCore(event: JsonObject): JsonObject {
  return renamed(event, NEW_NAMES)
}

function renamed(object: JsonObject, names: Readonly<Record<string, string>>): JsonObject {
  const members: Record<string, JsonValue | undefined> = {}
  for (const [name, value] of Object.entries(object)) members[names[name] ?? name] = value
  return members
}
