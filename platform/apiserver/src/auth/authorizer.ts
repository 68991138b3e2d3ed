import type { Attributes } from './attributes.ts'

/** Whether something is allowed and by what; who is not allowed gets a reason only if something went wrong. */
export interface Decision {
  readonly allowed: boolean
  readonly reason: string
}

/** Says what may be done. Never throws. */
export interface Authorizer {
  authorize(attributes: Attributes): Decision
}
