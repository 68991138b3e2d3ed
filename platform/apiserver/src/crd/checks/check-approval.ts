import type { JsonObject } from '../../json/json-value.ts'
import { invalid, required } from '../../kinds/checks/complaints.ts'
import { objectIn, textIn } from '../../kinds/checks/members.ts'
import type { ApiObject } from '../../resources/api-object.ts'
import type { FieldError } from '../../status/field-error.ts'

const APPROVED = 'api-approved.kubernetes.io'
const SEE = 'see https://github.com/kubernetes/enhancements/pull/1111'

/** Groups of the community want to know where they were approved, or that they were not. */
export function checkApproval(definition: ApiObject, old: ApiObject | undefined): readonly FieldError[] {
  const group = textIn(objectIn(definition, 'spec'), 'group')
  if (!/(^|\.)(k8s\.io|kubernetes\.io)$/.test(group)) return []
  const state = stateOf(definition.metadata)
  if (old !== undefined && stateOf(old.metadata) === state) return []
  const field = `metadata.annotations[${APPROVED}]`
  if (state === 'missing')
    return [required(field, `protected groups must have approval annotation "${APPROVED}", ${SEE}`)]
  if (state !== 'invalid') return []
  const detail = `protected groups must have approval annotation "${APPROVED}" with either a URL or a reason starting with "unapproved", ${SEE}`
  return [invalid(field, annotationOf(definition.metadata), detail)]
}

function annotationOf(metadata: JsonObject): string {
  return textIn(objectIn(metadata, 'annotations'), APPROVED)
}

function stateOf(metadata: JsonObject): 'missing' | 'given' | 'bypassed' | 'invalid' {
  const text = annotationOf(metadata)
  if (text === '') return 'missing'
  if (text.startsWith('unapproved')) return 'bypassed'
  return /^[a-zA-Z][-+.a-zA-Z0-9]*:\/\/[^/?#]+/.test(text) ? 'given' : 'invalid'
}
