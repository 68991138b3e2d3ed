import type { CelType } from './cel-type.ts'

/** One thing wrong with an expression's text: lines count from 1, columns from 0 in code points. */
export interface CelIssue {
  readonly line: number
  readonly column: number
  readonly message: string
}

/** `check`: the syntax or the types are wrong. `program`: something constant in it can never work. */
export type CelStage = 'check' | 'program'

/** An expression that cannot run. The message reads as cel-go prints it. */
export class CelCompileError extends Error {
  override readonly name = 'CelCompileError'
  readonly issues: readonly CelIssue[]
  readonly stage: CelStage
  /** What it would evaluate to; known when only the stage `program` failed. */
  readonly type: CelType | undefined

  constructor(message: string, issues: readonly CelIssue[], type?: CelType) {
    super(message)
    this.issues = issues
    this.stage = type === undefined ? 'check' : 'program'
    this.type = type
  }
}

/** `failed`: the expression had no value. `cost`: it was stopped because it did too much. */
export type CelFailure = 'failed' | 'cost'

/** Evaluation that ended without a value. */
export class CelRuntimeError extends Error {
  override readonly name = 'CelRuntimeError'
  readonly kind: CelFailure

  constructor(message: string, kind: CelFailure = 'failed') {
    super(message)
    this.kind = kind
  }
}
