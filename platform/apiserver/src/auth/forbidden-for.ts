import { quote } from '../json/quote.ts'
import { ApiError } from '../status/api-error.ts'
import type { Subject } from '../status/api-errors.ts'
import type { Attributes, ResourceAttributes } from './attributes.ts'

/** The refusal of what is not allowed, in the words of the real server. */
export function forbiddenFor(attributes: Attributes, reason = ''): ApiError {
  const why = `${withoutMarkup(messageOf(attributes))}${reason === '' ? '' : `: ${reason}`}`
  const { group, resource, name } =
    attributes.type === 'path' ? { group: '', resource: '', name: '' } : attributes
  return refused({ group, kind: resource, name }, why)
}

/** `roles.rbac.authorization.k8s.io "x" is forbidden: …`, with whatever of that there is. */
export function refused({ group, kind, name }: Subject, why: string): ApiError {
  const what = group === '' ? kind : `${kind}.${group}`
  const subject = `${what}${name === '' ? '' : ` ${quote(name)}`}`
  return new ApiError(`${subject === '' ? '' : `${subject} is `}forbidden: ${why}`, {
    code: 403,
    reason: 'Forbidden',
    details: { ...(name !== '' && { name }), ...(group !== '' && { group }), ...(kind !== '' && { kind }) },
  })
}

function messageOf(attributes: Attributes): string {
  const who = `User ${quote(attributes.user.name)} cannot ${attributes.verb}`
  if (attributes.type === 'path') return `${who} path ${quote(attributes.path)}`
  return `${who} resource ${quote(pathOf(attributes))} in API group ${quote(attributes.group)} ${placeOf(attributes)}`
}

function placeOf({ namespace }: ResourceAttributes): string {
  return namespace === '' ? 'at the cluster scope' : `in the namespace ${quote(namespace)}`
}

function pathOf({ resource, subresource }: ResourceAttributes): string {
  return subresource === '' ? resource : `${resource}/${subresource}`
}

/** So that a browser never takes the message for a page. */
function withoutMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
