import { CelCompileError } from '../../cel/cel-error.ts'
import { type CelType, optionalOf } from '../../cel/cel-type.ts'
import { type CelProgram, compileExpression } from '../../cel/compile-expression.ts'
import type { ValidationRule } from '../schema.ts'

/** A rule made ready for many values, or why it cannot be. */
export interface CompiledRule {
  readonly program?: CelProgram
  readonly error?: string
  readonly usesOld: boolean
  readonly message?: CelProgram
  readonly messageError?: string
}

/** Compiles a rule for values of a type, in `self`; what stood there before is in `oldSelf`. */
export function compileRule(rule: ValidationRule, type: CelType): CompiledRule {
  if ((rule.rule ?? '').trim() === '') return { usesOld: false }
  const oldSelf = rule.optionalOldSelf ? optionalOf(type) : type
  const variables = { self: type, oldSelf }
  const made = compiled(rule.rule, variables)
  if (made instanceof CelCompileError) {
    // Kubernetes looks for oldSelf between the two stages.
    if (made.stage === 'check') return { usesOld: false, error: `compilation failed: ${made.message}` }
    return { usesOld: /\boldSelf\b/.test(rule.rule), error: `program instantiation failed: ${made.message}` }
  }
  if (made.type.kind !== 'bool') return { usesOld: false, error: 'cel expression must evaluate to a bool' }
  const ready = { program: made, usesOld: made.uses.has('oldSelf') }
  return rule.messageExpression ? { ...ready, ...compileMessage(rule.messageExpression, variables) } : ready
}

function compileMessage(
  text: string,
  variables: Readonly<Record<string, CelType>>,
): Pick<CompiledRule, 'message' | 'messageError'> {
  const made = compiled(text, variables)
  if (made instanceof CelCompileError) {
    const stage = made.stage === 'check' ? 'compilation' : 'instantiation'
    return { messageError: `messageExpression ${stage} failed: ${made.message}` }
  }
  if (made.type.kind !== 'string') return { messageError: 'messageExpression must evaluate to a string' }
  return { message: made }
}

function compiled(text: string, variables: Readonly<Record<string, CelType>>): CelProgram | CelCompileError {
  try {
    return compileExpression(text, { variables })
  } catch (cause) {
    if (cause instanceof CelCompileError) return cause
    throw cause
  }
}
