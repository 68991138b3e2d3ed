import { formatJson } from '../../json/format-json.ts'
import { isList, isObject, type JsonObject, type JsonValue } from '../../json/json-value.ts'
import { quote } from '../../json/quote.ts'
import { metaOf } from '../../resources/api-object.ts'
import { ApiError } from '../../status/api-error.ts'
import { invalid } from '../../status/api-errors.ts'
import type { FieldError } from '../../status/field-error.ts'
import { checkSelectors } from './check-selectors.ts'

/** Kinds that ask whether something is allowed. */
export type AccessReviewKind = 'SelfSubjectAccessReview' | 'SubjectAccessReview' | 'LocalSubjectAccessReview'

const GROUP = 'authorization.k8s.io'

/** Throws an ApiError for what a review of access may not be, with everything that is wrong. */
export function checkAccessReview(kind: AccessReviewKind, review: JsonObject): void {
  const spec: JsonObject = isObject(review.spec) ? review.spec : {}
  const errors = [
    ...attributeErrors(spec),
    ...(kind === 'SelfSubjectAccessReview' ? [] : subjectErrors(spec)),
    ...checkSelectors(spec.resourceAttributes),
    ...metadataErrors(kind, metaOf(review)),
    ...(kind === 'LocalSubjectAccessReview' ? localErrors(review, spec) : []),
  ]
  if (errors.length === 0) return
  // The real server has forgotten the kind by then.
  const { message, status } = invalid({ group: GROUP, kind: '', name: '' }, errors)
  const causes = status.details?.causes ?? []
  throw new ApiError(message, { code: 422, reason: 'Invalid', details: { group: GROUP, causes } })
}

function attributeErrors({ resourceAttributes, nonResourceAttributes }: JsonObject): readonly FieldError[] {
  if (isObject(resourceAttributes) && isObject(nonResourceAttributes)) {
    const detail = 'cannot be specified in combination with resourceAttributes'
    return [wrong('spec.nonResourceAttributes', pathAttributes(nonResourceAttributes), detail)]
  }
  if (isObject(resourceAttributes) || isObject(nonResourceAttributes)) return []
  const detail = 'exactly one of nonResourceAttributes or resourceAttributes must be specified'
  return [wrong('spec.resourceAttributes', 'null', detail)]
}

function subjectErrors({ user, groups }: JsonObject): readonly FieldError[] {
  const none = (user ?? '') === '' && !(isList(groups) && groups.length > 0)
  return none ? [wrong('spec.user', '""', 'at least one of user or group must be specified')] : []
}

function metadataErrors(kind: AccessReviewKind, meta: JsonObject): readonly FieldError[] {
  const local = kind === 'LocalSubjectAccessReview'
  const set = Object.entries(meta).filter(([, value]) => !isEmpty(value))
  const allowed = local ? ['namespace', 'managedFields'] : ['managedFields']
  if (set.every(([key]) => allowed.includes(key))) return []
  const shown = formatJson(Object.fromEntries(set.sort(byPlace)))
  return [wrong('metadata', shown, local ? 'must be empty except for namespace' : 'must be empty')]
}

/** Members of metadata in the order in which Go writes them; the few that a client can set. */
const PLACES = ['name', 'generateName', 'namespace', 'labels', 'annotations', 'ownerReferences', 'finalizers']

function byPlace([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  const place = (key: string): number => (PLACES.includes(key) ? PLACES.indexOf(key) : PLACES.length)
  return place(a) - place(b)
}

function isEmpty(value: JsonValue | undefined): boolean {
  if (isList(value)) return value.length === 0
  if (isObject(value)) return Object.keys(value).length === 0
  return value === undefined || value === null || value === '' || value === 0
}

function localErrors(review: JsonObject, spec: JsonObject): readonly FieldError[] {
  const { resourceAttributes, nonResourceAttributes } = spec
  const errors: FieldError[] = []
  const namespace = isObject(resourceAttributes) ? textOf(resourceAttributes.namespace) : undefined
  if (namespace !== undefined && namespace !== textOf(metaOf(review).namespace)) {
    errors.push(wrong('spec.resourceAttributes.namespace', quote(namespace), 'must match metadata.namespace'))
  }
  if (isObject(nonResourceAttributes)) {
    const detail = 'disallowed on this kind of request'
    errors.push(wrong('spec.nonResourceAttributes', pathAttributes(nonResourceAttributes), detail))
  }
  return errors
}

/** As Go writes its own struct. */
function pathAttributes({ path, verb }: JsonObject): string {
  return formatJson({ Path: textOf(path), Verb: textOf(verb) })
}

function wrong(field: string, value: string, detail: string): FieldError {
  return { field, type: 'FieldValueInvalid', value, detail }
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}
