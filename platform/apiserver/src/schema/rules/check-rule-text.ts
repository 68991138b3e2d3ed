import { isList, type JsonObject } from '../../json/json-value.ts'
import type { FieldError } from '../../status/field-error.ts'
import type { Schema, ValidationRule } from '../schema.ts'
import { schemaOf } from '../schema-of.ts'
import { invalid, required, unsupported } from '../structural/complaints.ts'
import { fieldPathOf } from './field-path-of.ts'

const REASONS = ['FieldValueDuplicate', 'FieldValueForbidden', 'FieldValueInvalid', 'FieldValueRequired']

/** What is wrong with the rules of one schema before anybody reads their expressions. */
export function checkRuleText(openApi: JsonObject, path: string): readonly FieldError[] {
  if (!isList(openApi['x-kubernetes-validations'])) return []
  const schema = schemaOf(openApi)
  return (schema.validations ?? []).flatMap((rule, at) =>
    checkOne(rule, { path: `${path}.x-kubernetes-validations[${at}]`, schema }),
  )
}

function checkOne(rule: ValidationRule, place: { path: string; schema: Schema }): readonly FieldError[] {
  const { path } = place
  const { messageExpression = '', reason } = rule
  const errors: FieldError[] = [...checkMessage(rule, path)]
  if (messageExpression !== '' && messageExpression.trim() === '') {
    errors.push(required(`${path}.messageExpression`, 'messageExpression must be non-empty if specified'))
  }
  if (reason !== undefined && !REASONS.includes(reason)) {
    errors.push(unsupported(`${path}.reason`, reason, REASONS))
  }
  return [...errors, ...checkFieldPath(rule, place)]
}

function checkMessage({ rule = '', message = '' }: ValidationRule, path: string): readonly FieldError[] {
  const text = message.trim()
  if (rule.trim() === '') return [required(`${path}.rule`, 'rule is not specified')]
  if (message !== '' && text === '') {
    return [invalid(`${path}.message`, message, 'must be non-empty if specified')]
  }
  if (hasLines(text)) return [invalid(`${path}.message`, message, 'must not contain line breaks')]
  if (!hasLines(rule.trim()) || text !== '') return []
  return [required(`${path}.message`, 'message must be specified if rule contains line breaks')]
}

function checkFieldPath(
  { fieldPath = '' }: ValidationRule,
  { path, schema }: { path: string; schema: Schema },
): readonly FieldError[] {
  if (fieldPath === '') return []
  const refused = (detail: string) => invalid(`${path}.fieldPath`, fieldPath, detail)
  return [
    ...(fieldPath.trim() === '' ? [refused('must be non-empty if specified')] : []),
    ...(hasLines(fieldPath) ? [refused('must not contain line breaks')] : []),
    ...(fieldPathOf(fieldPath, schema) === undefined ? [refused('must be a valid path')] : []),
  ]
}

function hasLines(text: string): boolean {
  return /[\n\r]/.test(text)
}
