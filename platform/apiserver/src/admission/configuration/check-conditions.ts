import type { JsonObject, JsonValue } from '../../json/json-value.ts'
import { labelKeyErrors } from '../../selectors/label-syntax.ts'
import type { FieldError } from '../../status/field-error.ts'
import { admissionExpression, type Returns } from '../admission-expression.ts'
import { admissionVariables, type DeclaredVariables } from '../admission-variables.ts'
import { duplicate, invalid, required, tooMany } from './field-complaints.ts'
import { objectsIn, textOf } from './json-parts.ts'

const MOST = 64

/** What is wrong with the `matchConditions` of a webhook or a policy. */
export function checkConditions(
  field: string,
  conditions: JsonValue | undefined,
  declared: DeclaredVariables,
): FieldError[] {
  const all = objectsIn(conditions)
  const names = all.map(({ name }) => textOf(name))
  return [
    ...(all.length > MOST ? [tooMany(field, all.length, MOST)] : []),
    ...all.flatMap((condition, at) => {
      const name = names[at] ?? ''
      const twice = name !== '' && names.indexOf(name) < at
      const again = twice ? [duplicate(`${field}[${at}].name`, name)] : []
      return [...conditionErrors(`${field}[${at}]`, condition, declared), ...again]
    }),
  ]
}

function conditionErrors(field: string, condition: JsonObject, declared: DeclaredVariables): FieldError[] {
  const expression = textOf(condition.expression).trim()
  const name = textOf(condition.name)
  return [
    ...(expression === ''
      ? [required(`${field}.expression`, '')]
      : checkExpression(`${field}.expression`, expression, { returns: ['bool'], declared })),
    ...(name === ''
      ? [required(`${field}.name`, '')]
      : labelKeyErrors(name).map((words) => invalid(`${field}.name`, name, words))),
  ]
}

export interface CheckExpressionOptions {
  readonly returns: Returns
  readonly declared: DeclaredVariables
}

/** What is wrong with an expression: its syntax, its types, or what it evaluates to. */
export function checkExpression(field: string, text: string, options: CheckExpressionOptions): FieldError[] {
  const expression = admissionExpression(text, {
    returns: options.returns,
    variables: admissionVariables(options.declared),
  })
  return 'wrong' in expression ? [invalid(field, text, expression.wrong)] : []
}
