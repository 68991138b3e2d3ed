import type { CelType } from '../../cel/cel-type.ts'
import { isObject, type JsonObject, type JsonValue } from '../../json/json-value.ts'
import type { ApiObject } from '../../resources/api-object.ts'
import { type AdmissionExpression, admissionExpression } from '../admission-expression.ts'
import { admissionVariables } from '../admission-variables.ts'
import { objectsIn, textOf } from '../configuration/json-parts.ts'
import { MatchConditions } from '../match-conditions.ts'
import { criteriaOf, type MatchCriteria } from '../request-matcher.ts'

export interface CompiledValidation {
  readonly expression: AdmissionExpression
  readonly message: string
  readonly messageExpression: AdmissionExpression | undefined
  readonly reason: string
}

/** A ValidatingAdmissionPolicy, read once. */
export interface CompiledPolicy {
  readonly name: string
  /** Undefined if it does not say which requests it is for. */
  readonly criteria: MatchCriteria | undefined
  readonly ignoresFailure: boolean
  readonly paramKind: { readonly apiVersion: string; readonly kind: string } | undefined
  readonly conditions: MatchConditions
  readonly variables: ReadonlyMap<string, AdmissionExpression>
  readonly validations: readonly CompiledValidation[]
  readonly annotations: readonly { readonly key: string; readonly expression: AdmissionExpression }[]
}

export function compilePolicy(policy: ApiObject): CompiledPolicy {
  const spec = isObject(policy.spec) ? policy.spec : {}
  const { paramKind, matchConstraints, failurePolicy } = spec
  const params = isObject(paramKind)
  const { variables, types } = compileVariables(spec.variables, params)
  const named = { params, variables: variables.size === 0 ? undefined : types }
  const deciding = admissionVariables({ ...named, authorizer: true })
  const telling = admissionVariables({ ...named, authorizer: false })
  return {
    name: policy.metadata.name,
    criteria: isObject(matchConstraints)
      ? criteriaOf(matchConstraints, { rules: matchConstraints.resourceRules, everything: true })
      : undefined,
    ignoresFailure: failurePolicy === 'Ignore',
    paramKind: isObject(paramKind)
      ? { apiVersion: textOf(paramKind.apiVersion), kind: textOf(paramKind.kind) }
      : undefined,
    conditions: new MatchConditions(spec.matchConditions, {
      declared: { params, authorizer: true },
      failurePolicy,
    }),
    variables,
    validations: objectsIn(spec.validations).map((validation) =>
      compileValidation(validation, deciding, telling),
    ),
    annotations: objectsIn(spec.auditAnnotations).map(({ key, valueExpression }) => ({
      key: textOf(key),
      expression: admissionExpression(textOf(valueExpression), {
        returns: ['string', 'null'],
        variables: deciding,
      }),
    })),
  }
}

type Declared = Readonly<Record<string, CelType>>

function compileValidation(
  validation: JsonObject,
  deciding: Declared,
  telling: Declared,
): CompiledValidation {
  const said = textOf(validation.messageExpression)
  return {
    expression: admissionExpression(textOf(validation.expression), {
      returns: ['bool'],
      variables: deciding,
    }),
    message: textOf(validation.message).trim(),
    messageExpression:
      said === '' ? undefined : admissionExpression(said, { returns: ['string'], variables: telling }),
    reason: textOf(validation.reason),
  }
}

function compileVariables(given: JsonValue | undefined, params: boolean) {
  const variables = new Map<string, AdmissionExpression>()
  const types: Record<string, CelType> = {}
  for (const { name, expression } of objectsIn(given)) {
    const declared = admissionVariables({ params, authorizer: true, variables: { ...types } })
    const compiled = admissionExpression(textOf(expression), { returns: 'anything', variables: declared })
    variables.set(textOf(name), compiled)
    types[textOf(name)] = 'wrong' in compiled ? { kind: 'dyn' } : compiled.program.type
  }
  return { variables, types }
}
