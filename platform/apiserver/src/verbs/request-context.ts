import type { User } from '../auth/user.ts'
import type { Resource } from '../resources/resource.ts'
import type { ApiRequest } from '../server/api-request.ts'
import type { Services } from '../server/services.ts'
import type { Subject } from '../status/api-errors.ts'

/** One request about one resource, with everything that a verb needs. */
export interface RequestContext {
  readonly services: Services
  readonly user: User
  readonly request: ApiRequest
  readonly resource: Resource
  readonly namespace: string
  /** '' for a collection. */
  readonly name: string
  readonly subresource: string
  /** Whether nothing is to be stored. Default: as the query says. */
  readonly dryRun?: boolean
  /** Tells whoever asks something beside the answer, also if that is a refusal. */
  readonly warn: (text: string) => void
}

/** How refusals name what the request is about: by its plural resource. */
export function subjectOf({ resource, name }: Pick<RequestContext, 'resource' | 'name'>): Subject {
  return { group: resource.group, kind: resource.resource, name }
}

/** How refusals of what is in an object name it: by its Kind. */
export function kindSubjectOf(resource: Resource, name: string): Subject {
  return { group: resource.group, kind: resource.kind, name }
}

export function isDryRun({ request, dryRun }: RequestContext): boolean {
  return dryRun ?? request.query.getAll('dryRun').includes('All')
}

export function isApply({ request }: RequestContext): boolean {
  return (
    request.method === 'PATCH' &&
    (request.headers['content-type'] ?? '').startsWith('application/apply-patch+')
  )
}

/** Whether the kind's status is written through a path of its own. */
export function hasStatus({ subresources }: Resource): boolean {
  return subresources.some(({ name }) => name === 'status')
}
