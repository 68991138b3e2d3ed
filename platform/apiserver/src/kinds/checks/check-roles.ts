import type { JsonObject } from '../../json/json-value.ts'
import type { ApiObject } from '../../resources/api-object.ts'
import type { FieldError } from '../../status/field-error.ts'
import { checkLabelSelector } from './check-labels.ts'
import { invalid, required } from './complaints.ts'
import { type KindCheck, kindCheck } from './kind-check.ts'
import { listIn, maybeObject, objectsIn, textsIn } from './members.ts'

/** Rules that say what may be done with what. */
export const checkRole: KindCheck = kindCheck({
  rules: { namespaced: true, nameRule: 'path-strict' },
  order: 'whole-whole-metadata',
  spec: (role) => rulesErrors(role, true),
})

/** The same for the whole cluster, where rules may also come from other roles. */
export const checkClusterRole: KindCheck = kindCheck({
  rules: { namespaced: false, nameRule: 'path-strict' },
  order: 'whole-whole-metadata',
  spec: (role) => [...rulesErrors(role, false), ...aggregationErrors(role)],
})

function rulesErrors(role: ApiObject, namespaced: boolean): readonly FieldError[] {
  return objectsIn(role, 'rules').flatMap((rule, at) => ruleErrors(rule, namespaced, `rules[${at}]`))
}

function ruleErrors(rule: JsonObject, namespaced: boolean, path: string): readonly FieldError[] {
  const isEmpty = (name: string): boolean => listIn(rule, name).length === 0
  const errors = isEmpty('verbs') ? [required(`${path}.verbs`, 'verbs must contain at least one value')] : []
  if (!isEmpty('nonResourceURLs')) {
    const wrong = (detail: string): FieldError =>
      invalid(`${path}.nonResourceURLs`, textsIn(rule, 'nonResourceURLs'), detail)
    if (namespaced) errors.push(wrong('namespaced rules cannot apply to non-resource URLs'))
    if (!['apiGroups', 'resources', 'resourceNames'].every(isEmpty))
      errors.push(wrong('rules cannot apply to both regular resources and non-resource URLs'))
    return errors
  }
  if (isEmpty('apiGroups'))
    errors.push(required(`${path}.apiGroups`, 'resource rules must supply at least one api group'))
  if (isEmpty('resources'))
    errors.push(required(`${path}.resources`, 'resource rules must supply at least one resource'))
  return errors
}

function aggregationErrors(role: ApiObject): readonly FieldError[] {
  const aggregation = maybeObject(role, 'aggregationRule')
  if (aggregation === undefined) return []
  const path = 'aggregationRule.clusterRoleSelectors'
  const selectors = objectsIn(aggregation, 'clusterRoleSelectors')
  if (selectors.length === 0)
    return [required(path, 'at least one clusterRoleSelector required if aggregationRule is non-nil')]
  return selectors.flatMap((selector, at) => {
    const errors = checkLabelSelector(selector, `${path}[${at}]`)
    const unreadable = { ...invalid(`${path}[${at}]`, '', 'invalid label selector.'), value: 'null' }
    return errors.length === 0 ? [] : [...errors, unreadable]
  })
}
