import type { JsonObject, JsonValue } from '../../json/json-value.ts'
import type { FieldError } from '../../status/field-error.ts'
import { nameErrors } from '../../verbs/check-name.ts'
import { duplicate, invalid, oneOf, required } from './field-complaints.ts'
import { objectsIn, textsIn } from './json-parts.ts'

const OPERATIONS = ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE']
const SCOPES = ['*', 'Cluster', 'Namespaced']

/** What is wrong with the rules that say which requests a webhook or a policy is for. */
export function checkRules(field: string, rules: JsonValue | undefined): FieldError[] {
  return objectsIn(rules).flatMap((rule, at) => ruleErrors(`${field}[${at}]`, rule))
}

function ruleErrors(field: string, rule: JsonObject): FieldError[] {
  const operations = textsIn(rule.operations)
  return [
    ...resourceNameErrors(`${field}.resourceNames`, textsIn(rule.resourceNames)),
    ...listErrors(`${field}.operations`, operations, 'operations'),
    ...operations.flatMap((operation, at) => oneOf(`${field}.operations[${at}]`, operation, OPERATIONS)),
    ...listErrors(`${field}.apiGroups`, textsIn(rule.apiGroups), 'API groups'),
    ...listErrors(`${field}.apiVersions`, textsIn(rule.apiVersions), 'API versions'),
    ...textsIn(rule.apiVersions).flatMap((version, at) =>
      version === '' ? [required(`${field}.apiVersions[${at}]`, '')] : [],
    ),
    ...resourceErrors(`${field}.resources`, textsIn(rule.resources)),
    ...oneOf(`${field}.scope`, rule.scope, SCOPES),
  ]
}

function listErrors(field: string, list: readonly string[], what: string): FieldError[] {
  if (list.length === 0) return [required(field, '')]
  if (list.length === 1 || !list.includes('*')) return []
  return [invalid(field, list, `if '*' is present, must not specify other ${what}`)]
}

function resourceNameErrors(field: string, names: readonly string[]): FieldError[] {
  return names.flatMap((name, at) => [
    ...nameErrors(`${field}[${at}]`, name, 'path'),
    ...(names.indexOf(name) < at ? [duplicate(`${field}[${at}]`, name)] : []),
  ])
}

function resourceErrors(field: string, resources: readonly string[]): FieldError[] {
  const errors: FieldError[] = resources.length === 0 ? [required(field, '')] : []
  const everySubresource = new Set<string>()
  const everyResource = new Set<string>()
  for (const [at, pattern] of resources.entries()) {
    const here = `${field}[${at}]`
    if (pattern === '') errors.push(required(here, ''))
    const slash = pattern.indexOf('/')
    if (slash < 0) continue
    const [resource, sub] = [pattern.slice(0, slash), pattern.slice(slash + 1)]
    const twice = (present: string) =>
      invalid(here, pattern, `if '${present}' is present, must not specify ${pattern}`)
    if (everySubresource.has(resource)) errors.push(twice(`${resource}/*`))
    if (everyResource.has(sub)) errors.push(twice(`*/${sub}`))
    if (sub === '*') everySubresource.add(resource)
    if (resource === '*') everyResource.add(sub)
  }
  const plain = resources.filter((pattern) => pattern !== '' && !pattern.includes('/'))
  if (resources.length > 1 && resources.includes('*/*')) {
    errors.push(invalid(field, resources, "if '*/*' is present, must not specify other resources"))
  }
  // Of those without a subresource only the last one counts, there as here.
  if (plain.includes('*') && plain.at(-1) !== '*') {
    const why = "if '*' is present, must not specify other resources without subresources"
    errors.push(invalid(field, resources, why))
  }
  return errors
}
