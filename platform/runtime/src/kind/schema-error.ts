import { ReeveError } from '@reeve/ground'

/** A schema that the API server would refuse, or that would not hold what it promises there. */
export class SchemaError extends ReeveError {
  readonly code = 'RUNTIME_BAD_SCHEMA'
  constructor(path: string, reason: string, hint?: string) {
    super(`cannot make a structural schema of ${path}: ${reason}`, hint === undefined ? {} : { hint })
  }
}
