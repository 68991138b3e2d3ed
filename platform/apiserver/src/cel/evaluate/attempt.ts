import { CelRuntimeError } from '../cel-error.ts'
import type { CelValue } from '../cel-value.ts'
import type { Frame, Step } from './planned.ts'

/** A step's value or its failure. What went over its budget is over: nothing makes that good. */
export function attempt(step: Step, frame: Frame): CelValue | CelRuntimeError {
  try {
    return step(frame)
  } catch (cause) {
    if (cause instanceof CelRuntimeError && cause.kind === 'failed') return cause
    throw cause
  }
}
