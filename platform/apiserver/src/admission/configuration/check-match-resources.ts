import { isObject, type JsonValue } from '../../json/json-value.ts'
import type { FieldError } from '../../status/field-error.ts'
import { checkRules } from './check-rules.ts'
import { checkSelector } from './check-selector.ts'
import { oneOf, required } from './field-complaints.ts'

/** What is wrong with the `matchConstraints` of a policy or the `matchResources` of a binding. */
export function checkMatchResources(field: string, match: JsonValue | undefined): FieldError[] {
  if (!isObject(match)) return []
  const missing = (name: string): FieldError[] =>
    match[name] === undefined || match[name] === null ? [required(`${field}.${name}`, '')] : []
  return [
    ...missing('matchPolicy'),
    ...oneOf(`${field}.matchPolicy`, match.matchPolicy, ['Equivalent', 'Exact']),
    ...missing('namespaceSelector'),
    ...checkSelector(`${field}.namespaceSelector`, match.namespaceSelector),
    ...missing('objectSelector'),
    ...checkSelector(`${field}.objectSelector`, match.objectSelector),
    ...checkRules(`${field}.resourceRules`, match.resourceRules),
    ...checkRules(`${field}.excludeResourceRules`, match.excludeResourceRules),
  ]
}
