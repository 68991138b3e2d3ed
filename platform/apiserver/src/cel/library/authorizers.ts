import { CelRuntimeError } from '../cel-error.ts'
import {
  type AuthorizerQuestion,
  type CelAuthorizer,
  type CelDecision,
  CelGroupCheck,
  CelPathCheck,
  CelResourceCheck,
} from '../values/cel-authorizer.ts'
import { type FunctionTable, overload } from './overload.ts'

const type = (name: string): string => `kubernetes.authorization.${name}`
const [A, P, G, R, D] = ['Authorizer', 'PathCheck', 'GroupCheck', 'ResourceCheck', 'Decision'].map(type)
const LABEL = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/u
const SUBDOMAIN = /^(?=.{1,253}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/u

function path(authorizer: CelAuthorizer, text: string): CelPathCheck {
  if (text.trim() === '') throw new CelRuntimeError('path must not be empty')
  return new CelPathCheck(authorizer, text)
}

function serviceAccount(authorizer: CelAuthorizer, namespace: string, name: string): CelAuthorizer {
  if (!SUBDOMAIN.test(name)) throw new CelRuntimeError('Invalid service account name')
  if (!LABEL.test(namespace)) throw new CelRuntimeError('Invalid service account namespace')
  return authorizer.as({ namespace, name })
}

function resource(group: CelGroupCheck, text: string): CelResourceCheck {
  if (text.trim() === '') throw new CelRuntimeError('resource must not be empty')
  return new CelResourceCheck(group.authorizer, { group: group.group, resource: text })
}

type Narrowed = 'subresource' | 'namespace' | 'name' | 'fieldSelector' | 'labelSelector'
const narrowed = (field: Narrowed) => (check: CelResourceCheck, text: string) =>
  new CelResourceCheck(check.authorizer, { ...check.about, [field]: text } as AuthorizerQuestion['resource'] &
    object)

/** Questions to the authorizer, for policies that have one. */
export const AUTHORIZERS: FunctionTable = {
  path: [overload('authorizer_path', `${A}.(string) -> ${P}`, path)],
  group: [
    overload(
      'authorizer_group',
      `${A}.(string) -> ${G}`,
      (all: CelAuthorizer, name: string) => new CelGroupCheck(all, name),
    ),
  ],
  serviceAccount: [overload('authorizer_serviceaccount', `${A}.(string, string) -> ${A}`, serviceAccount)],
  resource: [overload('groupcheck_resource', `${G}.(string) -> ${R}`, resource)],
  subresource: [overload('resourcecheck_subresource', `${R}.(string) -> ${R}`, narrowed('subresource'))],
  namespace: [overload('resourcecheck_namespace', `${R}.(string) -> ${R}`, narrowed('namespace'))],
  name: [overload('resourcecheck_name', `${R}.(string) -> ${R}`, narrowed('name'))],
  fieldSelector: [overload('authorizer_fieldselector', `${R}.(string) -> ${R}`, narrowed('fieldSelector'))],
  labelSelector: [overload('authorizer_labelselector', `${R}.(string) -> ${R}`, narrowed('labelSelector'))],
  check: [
    overload('pathcheck_check', `${P}.(string) -> ${D}`, (check: CelPathCheck, verb: string) =>
      check.ask(verb),
    ),
    overload('resourcecheck_check', `${R}.(string) -> ${D}`, (check: CelResourceCheck, verb: string) =>
      check.ask(verb),
    ),
  ],
  allowed: [overload('decision_allowed', `${D}.() -> bool`, (decision: CelDecision) => decision.allowed)],
  reason: [overload('decision_reason', `${D}.() -> string`, (decision: CelDecision) => decision.reason)],
  errored: [
    overload('decision_errored', `${D}.() -> bool`, (decision: CelDecision) => decision.error !== undefined),
  ],
  error: [overload('decision_error', `${D}.() -> string`, (decision: CelDecision) => decision.error ?? '')],
}
