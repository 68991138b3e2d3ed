import { isObject, type JsonObject, type JsonValue } from '../../json/json-value.ts'
import type { ApiObject } from '../../resources/api-object.ts'
import type { FieldError } from '../../status/field-error.ts'
import { nameErrors } from '../../verbs/check-name.ts'
import { checkMatchResources } from './check-match-resources.ts'
import { checkSelector } from './check-selector.ts'
import { duplicate, forbidden, invalid, oneOf, required, unsupported } from './field-complaints.ts'
import { textOf, textsIn } from './json-parts.ts'

const ACTIONS = ['Audit', 'Deny', 'Warn']
const EXCLUSIVE = 'name and selector are mutually exclusive'
const BOTH =
  'must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)'

/** What is wrong with a ValidatingAdmissionPolicyBinding. */
export function checkBinding(binding: ApiObject): FieldError[] {
  const spec = isObject(binding.spec) ? binding.spec : {}
  const policy = textOf(spec.policyName)
  return [
    ...(policy === ''
      ? [required('spec.policyName', '')]
      : nameErrors('spec.policyName', policy, 'subdomain')),
    ...(isObject(spec.paramRef) ? paramRefErrors('spec.paramRef', spec.paramRef) : []),
    ...checkMatchResources('spec.matchResources', spec.matchResources),
    ...actionErrors('spec.validationActions', spec.validationActions),
  ]
}

function paramRefErrors(field: string, ref: JsonObject): FieldError[] {
  const name = textOf(ref.name)
  const selected = isObject(ref.selector)
  const action = textOf(ref.parameterNotFoundAction)
  const errors: FieldError[] = []
  if (name !== '') errors.push(...nameErrors(`${field}.name`, name, 'path'))
  if (name !== '' && selected) errors.push(forbidden(`${field}.name`, EXCLUSIVE))
  errors.push(...checkSelector(`${field}.selector`, ref.selector))
  if (name !== '' && selected) errors.push(forbidden(`${field}.selector`, EXCLUSIVE))
  if (name === '' && !selected) errors.push(required(field, 'one of name or selector must be specified'))
  const at = `${field}.parameterNotFoundAction`
  if (action === '') errors.push(required(at, ''))
  else if (action !== 'Deny' && action !== 'Allow') errors.push(unsupported(at, action, ['Deny', 'Allow']))
  return errors
}

function actionErrors(field: string, value: JsonValue | undefined): FieldError[] {
  const actions = textsIn(value)
  const errors = actions.flatMap((action, at) => [
    ...oneOf(`${field}[${at}]`, action, ACTIONS),
    ...(actions.indexOf(action) < at ? [duplicate(`${field}[${at}]`, action)] : []),
  ])
  if (actions.includes('Deny') && actions.includes('Warn')) errors.push(invalid(field, actions, BOTH))
  if (actions.length === 0) errors.push(required(field, 'at least one validation action is required'))
  return errors
}
