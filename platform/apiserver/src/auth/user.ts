/** Who sends a request. */
export interface User {
  readonly name: string
  readonly uid?: string
  readonly groups: readonly string[]
  /** More that an authenticator knows, as clients are told by a SelfSubjectReview. */
  readonly extra?: Readonly<Record<string, readonly string[]>>
}

/** May do everything, whatever the rules say. */
export const MASTERS = 'system:masters'
/** Everyone who showed something that was believed. */
export const AUTHENTICATED = 'system:authenticated'
/** Everyone else. */
export const UNAUTHENTICATED = 'system:unauthenticated'

/** Whoever holds the process: requests through the door without a socket come from here unless they say otherwise. */
export const LOOPBACK: User = { name: 'system:apiserver', groups: ['system:masters', 'system:authenticated'] }

/** Nobody that is known. */
export const ANONYMOUS: User = { name: 'system:anonymous', groups: ['system:unauthenticated'] }

/** The user as one who has shown who they are: in the group of all such, unless a group says so or otherwise already. */
export function authenticated(user: User): User {
  const told = user.groups.some((group) => group === AUTHENTICATED || group === UNAUTHENTICATED)
  return told || user.name === ANONYMOUS.name ? user : { ...user, groups: [...user.groups, AUTHENTICATED] }
}
