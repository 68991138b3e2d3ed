import type { Issue } from './validate.ts'

/** The contract of Standard Schema (standardschema.dev), as far as it is needed here. */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>
    readonly types?: { readonly input: Input; readonly output: Output } | undefined
    /** The JSON Schema of what it takes, for those that can tell. */
    readonly jsonSchema?: { input(options: { readonly target: string }): Readonly<Record<string, unknown>> }
  }
}

export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string; readonly path?: readonly PropertyKey[] }[] }

export function isStandardSchema(source: object): source is StandardSchema {
  return '~standard' in source
}

/** Our issues in the form of Standard Schema. */
export function standardIssues(issues: readonly Issue[]) {
  return issues.map(({ path, message }) => ({
    message,
    path: path.split(/[.[\]]+/).filter((part) => part !== ''),
  }))
}
