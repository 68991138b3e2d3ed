import {
  BOOL,
  type CelObjectType,
  type CelType,
  DYN,
  INT,
  listOf,
  mapOf,
  opaque,
  STRING,
  TIMESTAMP,
} from '../cel/cel-type.ts'

const object = (name: string, fields: Readonly<Record<string, CelType>>): CelObjectType => ({
  kind: 'object',
  name: `kubernetes.${name}`,
  fields,
})

const KIND = object('GroupVersionKind', { group: STRING, version: STRING, kind: STRING })
const RESOURCE = object('GroupVersionResource', { group: STRING, version: STRING, resource: STRING })
const USER_INFO = object('UserInfo', {
  username: STRING,
  uid: STRING,
  groups: listOf(STRING),
  extra: mapOf(STRING, listOf(STRING)),
})

const REQUEST = object('AdmissionRequest', {
  kind: KIND,
  resource: RESOURCE,
  subResource: STRING,
  requestKind: KIND,
  requestResource: RESOURCE,
  requestSubResource: STRING,
  name: STRING,
  namespace: STRING,
  operation: STRING,
  userInfo: USER_INFO,
  dryRun: BOOL,
  options: DYN,
})

const NAMESPACE_METADATA = object('NamespaceMetadata', {
  name: STRING,
  generateName: STRING,
  namespace: STRING,
  labels: mapOf(STRING, STRING),
  annotations: mapOf(STRING, STRING),
  UID: STRING,
  creationTimestamp: TIMESTAMP,
  deletionGracePeriodSeconds: INT,
  deletionTimestamp: TIMESTAMP,
  generation: INT,
  resourceVersion: STRING,
  finalizers: listOf(STRING),
})
const NAMESPACE_CONDITION = object('NamespaceCondition', {
  status: STRING,
  type: STRING,
  lastTransitionTime: TIMESTAMP,
  message: STRING,
  reason: STRING,
})
const NAMESPACE = object('Namespace', {
  metadata: NAMESPACE_METADATA,
  spec: object('NamespaceSpec', { finalizers: listOf(STRING) }),
  status: object('NamespaceStatus', { conditions: listOf(NAMESPACE_CONDITION), phase: STRING }),
})

export interface DeclaredVariables {
  /** Whether the policy has a paramKind. */
  readonly params: boolean
  readonly authorizer: boolean
  /** The types of a policy's own variables, by name; undefined where there are none. */
  readonly variables?: Readonly<Record<string, CelType>> | undefined
}

/** What expressions of webhooks and policies may name, and what is known of it before a request comes. */
export function admissionVariables({
  params,
  authorizer,
  variables,
}: DeclaredVariables): Readonly<Record<string, CelType>> {
  return {
    object: DYN,
    oldObject: DYN,
    namespaceObject: NAMESPACE,
    request: REQUEST,
    ...(params && { params: DYN }),
    ...(authorizer && {
      authorizer: opaque('kubernetes.authorization.Authorizer'),
      'authorizer.requestResource': opaque('kubernetes.authorization.ResourceCheck'),
    }),
    ...(variables !== undefined && { variables: object('variables', variables) }),
  }
}
