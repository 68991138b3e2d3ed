import type { User } from '../auth/user.ts'

/** What those who carry a request out add to its record. */
export interface AuditNotes {
  /** The user that the request is carried out as, where that is another than the one who sent it. */
  impersonate(user: User): void
  /** Such as `authorization.k8s.io/decision`: `allow`. */
  annotate(name: string, value: string): void
}
