import { ApiError } from './api-error.ts'

const refused =
  (...reasons: readonly string[]) =>
  (error: unknown): error is ApiError =>
    error instanceof ApiError && reasons.includes(error.reason)

/** There is no such object, or no such kind. */
export const isNotFound = refused('NotFound')
/** Someone else was faster: the write was made from an old version, or a field belongs to another manager. */
export const isConflict = refused('Conflict')
export const isAlreadyExists = refused('AlreadyExists')
/** The resource version or the page asked for is no longer kept: list anew. */
export const isExpired = refused('Expired', 'Gone')
/** The object breaks its schema or a rule; `details.causes` says where. */
export const isInvalid = refused('Invalid')
export const isBadRequest = refused('BadRequest')
export const isForbidden = refused('Forbidden')
export const isUnauthorized = refused('Unauthorized')
export const isTooManyRequests = refused('TooManyRequests')
/** The server did not finish in time: a write may or may not have been made. */
export const isTimeout = refused('Timeout', 'ServerTimeout')

/** The server cannot go back so far, or has not come so far yet: no version to ask for until it has. */
export function isTooLargeVersion(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return error.details.causes?.some(({ reason }) => reason === 'ResourceVersionTooLarge') === true
}
