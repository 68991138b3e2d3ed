import { ApiError } from '../status/api-error.ts'

/** A 500 that says what went wrong inside, as the real server words it. */
export function internalError(message: string, cause?: unknown): ApiError {
  return new ApiError(`Internal error occurred: ${message}`, {
    code: 500,
    reason: 'InternalError',
    details: { causes: [{ message }] },
    cause,
  })
}
