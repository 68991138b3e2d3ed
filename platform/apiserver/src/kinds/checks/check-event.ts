import { isSame, type JsonObject, type JsonValue } from '../../json/json-value.ts'
import type { ApiObject } from '../../resources/api-object.ts'
import { labelKeyErrors } from '../../selectors/label-syntax.ts'
import type { FieldError } from '../../status/field-error.ts'
import { checkMetadata } from './check-metadata.ts'
import { IMMUTABLE, invalid, invalids, invalidText, required } from './complaints.ts'
import type { KindCheck } from './kind-check.ts'
import { has, maybeObject, numberIn, objectIn, textIn } from './members.ts'
import { subdomainErrors } from './name-words.ts'
import { structText } from './struct-text.ts'

const RULES = { namespaced: true, nameRule: 'subdomain', standardFinalizers: true } as const
const MISMATCH = 'does not match event.namespace'

/** Events as core/v1 takes them: what has an eventTime has to say who reports what. */
export const checkCoreEvent: KindCheck = {
  namespaced: true,
  create: (event) => legacyErrors(event, 'reportingComponent'),
  update: (event) => legacyErrors(event, 'reportingComponent'),
}

/** Events as events.k8s.io/v1 takes them: nothing of the old fields, and only the series may change. Given as core/v1. */
export const checkNewEvent: KindCheck = {
  namespaced: true,
  create: (event) => [
    ...legacyErrors(event, 'reportingController'),
    ...checkMetadata(event.metadata, RULES),
    ...seriesErrors(event),
    ...strictErrors(event),
  ],
  update: (event, old) => [
    ...legacyErrors(event, 'reportingController'),
    ...checkMetadata(event.metadata, RULES, old.metadata),
    ...(isSame(event.series, old.series) ? [] : seriesErrors(event)),
    ...changedErrors(event, old),
  ],
}

function legacyErrors(event: ApiObject, controller: string): readonly FieldError[] {
  const { namespace = '' } = event.metadata
  const involved = textIn(objectIn(event, 'involvedObject'), 'namespace')
  const mismatch = invalid('involvedObject.namespace', involved, MISMATCH)
  const errors: FieldError[] = []
  if (!has(event, 'eventTime')) {
    const fits = involved === '' ? namespace === '' || namespace === 'default' : namespace === involved
    if (!fits) errors.push(mismatch)
  } else {
    if (involved === '' && namespace !== 'default' && namespace !== 'kube-system') errors.push(mismatch)
    errors.push(...reporterErrors(event, controller))
  }
  return [...errors, ...invalids('namespace', namespace, subdomainErrors(namespace))]
}

function reporterErrors(event: ApiObject, controller: string): readonly FieldError[] {
  const reporter = textIn(event, 'reportingComponent')
  return [
    ...(reporter === '' ? [required(controller, '')] : []),
    ...invalids(controller, reporter, labelKeyErrors(reporter)),
    ...lengthErrors(event, 'reportingInstance', 128),
    ...lengthErrors(event, 'action', 128),
    ...lengthErrors(event, 'reason', 128),
    ...lengthErrors(event, 'message', 1024).filter(({ type }) => type !== 'FieldValueRequired'),
  ]
}

function lengthErrors(event: JsonObject, field: string, most: number): readonly FieldError[] {
  const value = textIn(event, field)
  if (value === '') return [required(field, '')]
  return Buffer.byteLength(value) > most ? [invalid(field, '', `can have at most ${most} characters`)] : []
}

function seriesErrors(event: ApiObject): readonly FieldError[] {
  const series = maybeObject(event, 'series')
  if (series === undefined) return []
  return [
    ...((numberIn(series, 'count') ?? 0) < 2 ? [invalid('series.count', '', 'should be at least 2')] : []),
    ...(has(series, 'lastObservedTime') ? [] : [required('series.lastObservedTime', '')]),
  ]
}

function strictErrors(event: ApiObject): readonly FieldError[] {
  const type = textIn(event, 'type')
  const { component, host } = objectIn(event, 'source')
  const unset = (field: string, isSet: boolean): readonly FieldError[] =>
    isSet ? [invalid(field, '', 'needs to be unset')] : []
  return [
    ...(has(event, 'eventTime') ? [] : [required('eventTime', '')]),
    ...(type === 'Normal' || type === 'Warning' ? [] : [invalid('type', '', `has invalid value: ${type}`)]),
    ...unset('firstTimestamp', has(event, 'firstTimestamp')),
    ...unset('lastTimestamp', has(event, 'lastTimestamp')),
    ...unset('count', (numberIn(event, 'count') ?? 0) !== 0),
    ...unset('source', Boolean(component || host)),
  ]
}

const REFERENCE = ['kind', 'namespace', 'name', 'uid', 'apiVersion', 'resourceVersion', 'fieldPath']

function changedErrors(event: ApiObject, old: ApiObject): readonly FieldError[] {
  const kept = (field: string, empty: JsonValue): readonly FieldError[] => {
    const [now, before] = [event[field] ?? empty, old[field] ?? empty]
    return isSame(now, before) ? [] : [invalidText(field, goText(field, now), IMMUTABLE)]
  }
  return [
    ...kept('involvedObject', {}),
    ...kept('reason', ''),
    ...kept('message', ''),
    ...kept('source', {}),
    ...kept('firstTimestamp', null),
    ...kept('lastTimestamp', null),
    ...kept('count', 0),
    ...kept('reason', ''),
    ...kept('type', ''),
    ...kept('eventTime', null),
    ...kept('action', ''),
    ...kept('related', null),
    ...kept('reportingComponent', '').map((error) => ({ ...error, field: 'reportingController' })),
    ...kept('reportingInstance', ''),
  ]
}

/** References and sources have no JSON names inside of the real server: it shows them by their Go names. */
function goText(field: string, value: JsonValue): string {
  const object = value as JsonObject
  if (field === 'source')
    return structText({ Component: textIn(object, 'component'), Host: textIn(object, 'host') })
  if ((field !== 'involvedObject' && field !== 'related') || value === null) return structText(value)
  const named = REFERENCE.map((name) => [goName(name), textIn(object, name)] as const)
  return structText(Object.fromEntries(named))
}

function goName(name: string): string {
  if (name === 'uid') return 'UID'
  if (name === 'apiVersion') return 'APIVersion'
  return name.charAt(0).toUpperCase() + name.slice(1)
}
