import { isObject, isSame, type JsonObject, type JsonValue } from '../../json/json-value.ts'
import type { ApiObject } from '../../resources/api-object.ts'
import { labelSelectorOf } from '../../selectors/match-label-selector.ts'
import type { FieldError } from '../../status/field-error.ts'
import { checkLabelSelector } from './check-labels.ts'
import { forbidden, IMMUTABLE, invalid, notNegative, required, unsupported } from './complaints.ts'
import { has, listIn, maybeObject, objectIn, textIn } from './members.ts'
import { checkPodTemplate } from './pod/check-pod-template.ts'

const MISMATCH = '`selector` does not match template `labels`'

/** What is wrong with a selector that has to be there, and to select something. */
export function selectorErrors(spec: JsonObject, path: string, kind: string): readonly FieldError[] {
  const selector = maybeObject(spec, 'selector')
  if (selector === undefined) return [required(path, '')]
  const isEmpty =
    Object.keys(objectIn(selector, 'matchLabels')).length + listIn(selector, 'matchExpressions').length === 0
  return [
    ...checkLabelSelector(selector, path),
    ...(isEmpty ? [invalid(path, selector, `empty selector is invalid for ${kind}`)] : []),
  ]
}

/** Whether a selector takes the labels; undefined if it cannot be read. An absent one takes nothing. */
export function selects(selector: JsonValue | undefined, labels: JsonObject): boolean | undefined {
  if (!isObject(selector)) return false
  try {
    return labelSelectorOf(selector).matches(labels)
  } catch {
    return undefined
  }
}

/** Complains about a selector that does not take the template's pods; an empty one takes all. */
export function mismatchErrors(spec: JsonObject, path: string): readonly FieldError[] {
  const labels = objectIn(objectIn(objectIn(spec, 'template'), 'metadata'), 'labels')
  if (selects(spec.selector, labels) !== false) return []
  return [shownLabels(`${path}.metadata.labels`, labels, MISMATCH)]
}

function shownLabels(field: string, labels: JsonObject, detail: string): FieldError {
  const error = invalid(field, labels, detail)
  return Object.keys(labels).length === 0 ? { ...error, value: 'null' } : error
}

/** What is wrong with a template whose pods are to run for ever. */
export function lastingTemplateErrors(spec: JsonObject, path: string, kind: string): readonly FieldError[] {
  const template = objectIn(spec, 'template')
  return [...checkPodTemplate(template, path), ...lastingErrors(template, path, kind)]
}

export function lastingErrors(template: JsonObject, path: string, kind: string): readonly FieldError[] {
  const pod = objectIn(template, 'spec')
  const policy = textIn(pod, 'restartPolicy')
  return [
    ...(policy === 'Always' ? [] : [unsupported(`${path}.spec.restartPolicy`, policy, ['Always'])]),
    ...(has(pod, 'activeDeadlineSeconds')
      ? [forbidden(`${path}.spec.activeDeadlineSeconds`, `activeDeadlineSeconds in ${kind} is not Supported`)]
      : []),
  ]
}

/** The spec of a ReplicaSet, and the middle of a Deployment's. */
export function replicaErrors(spec: JsonObject): readonly FieldError[] {
  const path = 'spec.selector'
  const errors = [...selectorErrors(spec, path, 'deployment')]
  const labels = objectIn(objectIn(objectIn(spec, 'template'), 'metadata'), 'labels')
  if (isObject(spec.selector) && selects(spec.selector, labels) === undefined)
    return [...errors, invalid(path, spec.selector, 'invalid label selector')]
  return [
    ...errors,
    ...mismatchErrors(spec, 'spec.template'),
    ...lastingTemplateErrors(spec, 'spec.template', 'ReplicaSet'),
  ]
}

/** Complains about a selector that is not as it was. */
export function selectorChange(object: ApiObject, old: ApiObject): readonly FieldError[] {
  const [now, before] = [objectIn(object, 'spec').selector, objectIn(old, 'spec').selector]
  return isSame(now, before) ? [] : [invalid('spec.selector', now ?? null, IMMUTABLE)]
}

/** Complains about numbers below zero. */
export function countErrors(
  object: JsonObject,
  path: string,
  names: readonly string[],
): readonly FieldError[] {
  return names.flatMap((name) => notNegative(`${path}.${name}`, object[name]))
}
