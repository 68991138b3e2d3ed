import { ApiError } from '../status/api-error.ts'

/** Objects that their definition's webhook did not convert: 500 without a reason, in the real server's words. */
export function conversionError(message: string, cause?: unknown): ApiError {
  return new ApiError(message, { code: 500, cause })
}
