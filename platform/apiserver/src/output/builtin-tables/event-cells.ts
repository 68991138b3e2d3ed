import type { JsonObject } from '../../json/json-value.ts'
import { type Cells, sinceTime, text, UNKNOWN } from './cell.ts'
import { numberAt, readField, textAt } from './read-field.ts'

/** Both groups that have events show the same; a field has one name in the core group, another in the newer one. */
export const EVENT_CELLS: Cells = {
  'Last Seen': (event, now) => sinceTime(lastSeen(event), now) ?? UNKNOWN,
  Type: text('type'),
  Reason: text('reason'),
  Object: (event) => {
    const [kind, name] = [target(event, 'kind').toLowerCase(), target(event, 'name')]
    return name === '' ? kind : `${kind}/${name}`
  },
  Subobject: (event) => target(event, 'fieldPath'),
  Source: source,
  Message: (event) => either(event, 'message', 'note').trim(),
  'First Seen': (event, now) => sinceTime(firstSeen(event), now) ?? UNKNOWN,
  Count: (event) => {
    if (readField(event, 'series') !== undefined) return numberAt(event, 'series.count')
    return numberAt(event, 'count') || numberAt(event, 'deprecatedCount') || 1
  },
}

function either(event: JsonObject, core: string, newer: string): string {
  return textAt(event, core) || textAt(event, newer)
}

function target(event: JsonObject, member: string): string {
  return either(event, `involvedObject.${member}`, `regarding.${member}`)
}

function firstSeen(event: JsonObject): string {
  return either(event, 'firstTimestamp', 'deprecatedFirstTimestamp') || textAt(event, 'eventTime')
}

function lastSeen(event: JsonObject): string {
  if (readField(event, 'series') !== undefined) return textAt(event, 'series.lastObservedTime')
  return either(event, 'lastTimestamp', 'deprecatedLastTimestamp') || firstSeen(event)
}

function source(event: JsonObject): string {
  const component =
    either(event, 'source.component', 'deprecatedSource.component') ||
    either(event, 'reportingComponent', 'reportingController')
  const host = either(event, 'source.host', 'deprecatedSource.host') || textAt(event, 'reportingInstance')
  return host === '' ? component : `${component}, ${host}`
}
