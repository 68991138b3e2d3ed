import type { CelType } from '../../cel/cel-type.ts'
import { isObject, isSame, type JsonObject, type JsonValue } from '../../json/json-value.ts'
import type { ApiObject } from '../../resources/api-object.ts'
import { labelKeyErrors } from '../../selectors/label-syntax.ts'
import type { FieldError } from '../../status/field-error.ts'
import { nameErrors } from '../../verbs/check-name.ts'
import { admissionExpression } from '../admission-expression.ts'
import { admissionVariables, type DeclaredVariables } from '../admission-variables.ts'
import { checkConditions, checkExpression } from './check-conditions.ts'
import { checkMatchResources } from './check-match-resources.ts'
import { dnsLabelErrors } from './dns-label-errors.ts'
import { duplicate, invalid, oneOf, required } from './field-complaints.ts'
import { objectsIn, textOf } from './json-parts.ts'

const REASONS = ['Forbidden', 'Invalid', 'RequestEntityTooLarge']
const MOST_ANNOTATIONS = 20
const LONGEST_VALUE = 5 * 1024
const NONE_AT_ALL = 'validations or auditAnnotations must contain at least one item'

/** What is wrong with a ValidatingAdmissionPolicy. */
export function checkPolicy(policy: ApiObject, old: ApiObject | undefined): FieldError[] {
  const spec = isObject(policy.spec) ? policy.spec : {}
  const params = isObject(spec.paramKind)
  const variables = variablesOf(spec, params)
  const declared = { params, authorizer: true, variables: variables.types }
  return [
    ...(textOf(spec.failurePolicy) === '' ? [required('spec.failurePolicy', '')] : []),
    ...oneOf('spec.failurePolicy', spec.failurePolicy, ['Fail', 'Ignore']),
    ...(isObject(spec.paramKind) ? paramKindErrors('spec.paramKind', spec.paramKind) : []),
    ...constraintErrors('spec.matchConstraints', spec.matchConstraints),
    ...(keepsConditions(spec, old)
      ? []
      : checkConditions('spec.matchConditions', spec.matchConditions, { params, authorizer: true })),
    ...variables.errors,
    ...checkErrors(spec, policy.metadata.name, declared),
  ]
}

/** Conditions that were good enough before are not looked at again. */
function keepsConditions(spec: JsonObject, old: ApiObject | undefined): boolean {
  if (old === undefined) return false
  const before = isObject(old.spec) ? old.spec : {}
  const same = (name: string) => isSame(spec[name] ?? [], before[name] ?? [])
  return same('paramKind') && same('matchConditions')
}

function constraintErrors(field: string, constraints: JsonValue | undefined): FieldError[] {
  if (!isObject(constraints)) return [required(field, '')]
  const none = objectsIn(constraints.resourceRules).length === 0
  return [
    ...checkMatchResources(field, constraints),
    ...(none ? [required(`${field}.resourceRules`, '')] : []),
  ]
}

function paramKindErrors(field: string, { apiVersion, kind }: JsonObject): FieldError[] {
  const errors = versionErrors(`${field}.apiVersion`, textOf(apiVersion))
  const name = textOf(kind)
  if (name === '') return [...errors, required(`${field}.kind`, '')]
  const wrong = dnsLabelErrors(name.toLowerCase())
  if (wrong.length === 0) return errors
  const why = `may have mixed case, but should otherwise match: ${wrong.join(',')}`
  return [...errors, invalid(`${field}.kind`, name, why)]
}

function versionErrors(field: string, apiVersion: string): FieldError[] {
  if (apiVersion === '') return [required(field, '')]
  const parts = apiVersion === '/' ? ['', ''] : apiVersion.split('/')
  if (parts.length > 2) return [invalid(field, apiVersion, `unexpected GroupVersion string: ${apiVersion}`)]
  const [version = '', group = ''] = parts.reverse()
  const errors: FieldError[] = []
  const wrong = group === '' ? [] : nameErrors(field, group, 'subdomain')
  if (wrong.length > 0) errors.push(invalid(field, group, wrong.map(({ detail }) => detail).join(',')))
  if (version === '') return [...errors, invalid(field, apiVersion, 'version must be specified')]
  const bad = dnsLabelErrors(version)
  return bad.length === 0 ? errors : [...errors, invalid(field, version, bad.join(','))]
}

const IDENTIFIER = /^[_a-zA-Z][_a-zA-Z0-9]*$/
const RESERVED = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
)

interface CheckedVariables {
  /** Undefined where there are no variables, so that expressions cannot name any. */
  readonly types: Readonly<Record<string, CelType>> | undefined
  readonly errors: readonly FieldError[]
}

/** Each variable may use those before it. */
function variablesOf(spec: JsonObject, params: boolean): CheckedVariables {
  const all = objectsIn(spec.variables)
  if (all.length === 0) return { types: undefined, errors: [] }
  const types: Record<string, CelType> = {}
  const errors: FieldError[] = []
  for (const [at, variable] of all.entries()) {
    const field = `spec.variables[${at}]`
    const name = textOf(variable.name)
    const text = textOf(variable.expression)
    if (name.trim() === '') errors.push(required(`${field}.name`, 'name is not specified'))
    else if (!IDENTIFIER.test(name) || RESERVED.has(name)) {
      errors.push(invalid(`${field}.name`, name, 'must be a valid CEL identifier'))
    }
    if (text.trim() === '') {
      errors.push(required(`${field}.expression`, 'expression is not specified'))
      continue
    }
    const declared = admissionVariables({ params, authorizer: true, variables: { ...types } })
    const expression = admissionExpression(text, { returns: 'anything', variables: declared })
    if ('wrong' in expression) errors.push(invalid(`${field}.expression`, text, expression.wrong))
    types[name] = 'wrong' in expression ? { kind: 'dyn' } : expression.program.type
  }
  return { types, errors }
}

function checkErrors(spec: JsonObject, name: string, declared: DeclaredVariables): FieldError[] {
  const validations = objectsIn(spec.validations)
  const annotations = objectsIn(spec.auditAnnotations)
  if (validations.length === 0 && annotations.length === 0) {
    return [required('spec.validations', NONE_AT_ALL), required('spec.auditAnnotations', NONE_AT_ALL)]
  }
  return [
    ...validations.flatMap((one, at) => validationErrors(`spec.validations[${at}]`, one, declared)),
    ...annotationsErrors('spec.auditAnnotations', annotations, { name, declared }),
  ]
}

function validationErrors(field: string, validation: JsonObject, declared: DeclaredVariables): FieldError[] {
  const expression = textOf(validation.expression)
  const telling = { returns: ['string'], declared: { ...declared, authorizer: false } } as const
  const said = textOf(validation.messageExpression)
  const errors =
    expression.trim() === ''
      ? [required(`${field}.expression`, 'expression is not specified')]
      : checkExpression(`${field}.expression`, expression, { returns: ['bool'], declared })
  if (said !== '' && said.trim() === '') {
    errors.push(invalid(`${field}.messageExpression`, said, 'must be non-empty if specified'))
  } else if (said !== '') errors.push(...checkExpression(`${field}.messageExpression`, said, telling))
  const message = textOf(validation.message)
  if (message !== '' && message.trim() === '') {
    errors.push(invalid(`${field}.message`, message, 'must be non-empty if specified'))
  } else if (/[\n\r]/.test(message.trim())) {
    errors.push(invalid(`${field}.message`, message, 'must not contain line breaks'))
  }
  return [...errors, ...oneOf(`${field}.reason`, validation.reason, REASONS)]
}

function annotationsErrors(
  field: string,
  annotations: readonly JsonObject[],
  context: { readonly name: string; readonly declared: DeclaredVariables },
): FieldError[] {
  const many = `must not have more than ${MOST_ANNOTATIONS} auditAnnotations`
  const keys = annotations.map(({ key }) => textOf(key))
  return [
    ...(annotations.length > MOST_ANNOTATIONS ? [invalid(field, annotations, many)] : []),
    ...annotations.flatMap((annotation, at) => {
      const key = keys[at] ?? ''
      return [
        ...annotationErrors(`${field}[${at}]`, annotation, context),
        ...(keys.indexOf(key) < at ? [duplicate(`${field}[${at}].key`, key)] : []),
      ]
    }),
  ]
}

function annotationErrors(
  field: string,
  { key, valueExpression }: JsonObject,
  { name, declared }: { readonly name: string; readonly declared: DeclaredVariables },
): FieldError[] {
  const qualified = `${name}/${textOf(key)}`
  const named = labelKeyErrors(qualified).map((words) => invalid(`${field}.key`, qualified, words))
  const at = `${field}.valueExpression`
  const text = textOf(valueExpression).trim()
  if (text === '') return [...named, required(at, 'valueExpression is not specified')]
  if (Buffer.byteLength(text) > LONGEST_VALUE) {
    return [...named, required(at, `must not exceed ${LONGEST_VALUE} bytes in length`)]
  }
  return [...named, ...checkExpression(at, text, { returns: ['string', 'null'], declared })]
}
