import type { Resource } from '../resources/resource.ts'

/** A kind with its group and version, as reviews name it. */
export interface AskedKind {
  readonly group: string
  readonly version: string
  readonly kind: string
}

/** The kind of the body of a request: that of the resource, or of a subresource such as `scale`. */
export function askedKind(resource: Resource, subresource: string): AskedKind {
  const { group, version, kind } = resource
  const found = resource.subresources.find(({ name }) => name === subresource)
  if (found === undefined) return { group, version, kind }
  return { group: found.group ?? group, version: found.version ?? version, kind: found.kind }
}

const GROUP = 'admissionregistration.k8s.io'
const EXEMPT = new Set([
  'ValidatingWebhookConfiguration',
  'MutatingWebhookConfiguration',
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionPolicyBinding',
  'MutatingAdmissionPolicy',
  'MutatingAdmissionPolicyBinding',
])

/** Whether it is what admission itself is set up with: nobody may be locked out by a bad configuration. */
export function isExempt({ group, kind }: AskedKind): boolean {
  return group === GROUP && EXEMPT.has(kind)
}
