import { ApiError, type Status } from '../status/api-error.ts'

/** A refusal that comes with warnings: clients are told both. */
export class Refusal extends ApiError {
  readonly warnings: readonly string[]

  constructor({ message = '', code = 500, reason, details, metadata }: Status, warnings: readonly string[]) {
    super(message, {
      code,
      ...(reason !== undefined && { reason }),
      ...(details !== undefined && { details }),
      ...(metadata.continue !== undefined && { continue: metadata.continue }),
    })
    this.warnings = warnings
  }
}

/** What was thrown, with warnings that were heard before it; only an ApiError can carry them. */
export function withWarnings(error: unknown, warnings: readonly string[]): unknown {
  if (warnings.length === 0 || !(error instanceof ApiError)) return error
  return new Refusal(error.status, error instanceof Refusal ? [...warnings, ...error.warnings] : warnings)
}
