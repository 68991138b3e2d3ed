import type { JsonObject } from '../json/json-value.ts'
import { quote } from '../json/quote.ts'
import type { ApiObject } from '../resources/api-object.ts'
import { objectAt } from './definition-parts.ts'

const ANNOTATION = 'api-approved.kubernetes.io'
const PROTECTED = /(^|\.)(k8s|kubernetes)\.io$/
const SEE = 'see https://github.com/kubernetes/enhancements/pull/1111'

/** What the community says of a definition in one of its own groups; undefined for all others. */
export function approvalCondition(definition: ApiObject): JsonObject | undefined {
  if (!PROTECTED.test(String(objectAt(definition, 'spec').group))) return undefined
  const given = definition.metadata.annotations?.[ANNOTATION] ?? ''
  const type = 'KubernetesAPIApprovalPolicyConformant'
  const wanted = `protected groups must have approval annotation ${quote(ANNOTATION)}`
  if (given === '')
    return { type, status: 'False', reason: 'MissingAnnotation', message: `${wanted}, ${SEE}` }
  if (given.startsWith('unapproved'))
    return { type, status: 'False', reason: 'UnapprovedAnnotation', message: `not approved: ${quote(given)}` }
  if (URL.canParse(given) && new URL(given).host !== '')
    return { type, status: 'True', reason: 'ApprovedAnnotation', message: `approved in ${given}` }
  const message = `${wanted} with either a URL or a reason starting with "unapproved", ${SEE}`
  return { type, status: 'False', reason: 'InvalidAnnotation', message }
}
