/** Who sends a request. */
export interface User {
  readonly name: string
  readonly uid?: string
  readonly groups: readonly string[]
  /** More that an authenticator knows, as clients are told by a SelfSubjectReview. */
  readonly extra?: Readonly<Record<string, readonly string[]>>
}

/** Whoever holds the process: requests through the door without a socket come from here unless they say otherwise. */
export const LOOPBACK: User = { name: 'system:apiserver', groups: ['system:masters', 'system:authenticated'] }

/** Nobody that is known. */
export const ANONYMOUS: User = { name: 'system:anonymous', groups: ['system:unauthenticated'] }
