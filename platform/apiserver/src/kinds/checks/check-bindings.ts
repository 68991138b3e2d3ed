import { isSame, type JsonObject } from '../../json/json-value.ts'
import type { ApiObject } from '../../resources/api-object.ts'
import type { FieldError } from '../../status/field-error.ts'
import { invalids, invalidText, required, unsupported } from './complaints.ts'
import { type KindCheck, kindCheck } from './kind-check.ts'
import { objectIn, objectsIn, textIn } from './members.ts'
import { pathErrors, subdomainErrors } from './name-words.ts'
import { structText } from './struct-text.ts'

const RBAC = 'rbac.authorization.k8s.io'

/** Who has which role in a namespace; which role does not change. */
export const checkRoleBinding: KindCheck = bindingCheck(true)

/** Who has which role everywhere. */
export const checkClusterRoleBinding: KindCheck = bindingCheck(false)

function bindingCheck(namespaced: boolean): KindCheck {
  return kindCheck({
    rules: { namespaced, nameRule: 'path-strict' },
    order: 'whole-whole-metadata',
    spec: (binding) => [
      ...roleErrors(objectIn(binding, 'roleRef'), namespaced ? ['Role', 'ClusterRole'] : ['ClusterRole']),
      ...objectsIn(binding, 'subjects').flatMap((subject, at) =>
        subjectErrors(subject, namespaced, `subjects[${at}]`),
      ),
    ],
    change,
  })
}

function roleErrors(role: JsonObject, kinds: readonly string[]): readonly FieldError[] {
  const [group, kind, name] = [textIn(role, 'apiGroup'), textIn(role, 'kind'), textIn(role, 'name')]
  return [
    ...(group === RBAC ? [] : [unsupported('roleRef.apiGroup', group, [RBAC])]),
    ...(kinds.includes(kind) ? [] : [unsupported('roleRef.kind', kind, kinds)]),
    ...(name === '' ? [required('roleRef.name', '')] : invalids('roleRef.name', name, pathErrors(name))),
  ]
}

function subjectErrors(subject: JsonObject, namespaced: boolean, path: string): readonly FieldError[] {
  const [group, name] = [textIn(subject, 'apiGroup'), textIn(subject, 'name')]
  const errors = name === '' ? [required(`${path}.name`, '')] : []
  const kind = textIn(subject, 'kind')
  if (kind === 'ServiceAccount') {
    if (name !== '') errors.push(...invalids(`${path}.name`, name, subdomainErrors(name)))
    if (group !== '') errors.push(unsupported(`${path}.apiGroup`, group, ['']))
    if (!namespaced && textIn(subject, 'namespace') === '') errors.push(required(`${path}.namespace`, ''))
  } else if (kind === 'User' || kind === 'Group') {
    if (group !== RBAC) errors.push(unsupported(`${path}.apiGroup`, group, [RBAC]))
  } else errors.push(unsupported(`${path}.kind`, kind, ['ServiceAccount', 'User', 'Group']))
  return errors
}

function change(binding: ApiObject, old: ApiObject): readonly FieldError[] {
  const role = objectIn(binding, 'roleRef')
  if (isSame(role, objectIn(old, 'roleRef'))) return []
  const text = structText({
    APIGroup: textIn(role, 'apiGroup'),
    Kind: textIn(role, 'kind'),
    Name: textIn(role, 'name'),
  })
  return [invalidText('roleRef', text, 'cannot change roleRef')]
}
