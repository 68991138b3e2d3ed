import { CelRuntimeError } from '../cel-error.ts'
import type { CelValue } from '../cel-value.ts'
import { CelOptional } from '../values/cel-optional.ts'
import { attempt } from './attempt.ts'
import type { Planned, Step } from './planned.ts'

/** The calls that do not need all of their arguments, or can do with one that has no value. */
export function planLazy(name: string, args: readonly Planned[]): Planned | undefined {
  const [first, second, third] = args
  if (first === undefined) return undefined
  switch (name) {
    case '_&&_':
      return second && { run: logical(first.run, second.run, false) }
    case '_||_':
      return second && { run: logical(first.run, second.run, true) }
    case '_?_:_':
      return second && third && planChoice(first.run, [second, third])
    case '@not_strictly_false':
      return { run: notStrictlyFalse(first.run) }
    case 'or':
      return second && { run: orElse(first.run, second.run, false) }
    case 'orValue':
      return second && { run: orElse(first.run, second.run, true) }
    default:
      return undefined
  }
}

/** && and ||: `decides` settles it from either side, even if the other side fails. */
function logical(left: Step, right: Step, decides: boolean): Step {
  return (frame) => {
    const first = attempt(left, frame)
    if (first === decides) return decides
    const second = first === !decides ? right(frame) : attempt(right, frame)
    if (second === decides) return decides
    if (first instanceof CelRuntimeError) throw first
    if (first !== !decides || second !== !decides) throw new CelRuntimeError('no such overload')
    return !decides
  }
}

function planChoice(condition: Step, branches: readonly [Planned, Planned]): Planned {
  const yes = branches[0].look ?? branches[0].run
  const no = branches[1].look ?? branches[1].run
  const look: Step = (frame) => {
    const value = condition(frame)
    if (value === true) return yes(frame)
    if (value === false) return no(frame)
    throw new CelRuntimeError('no such overload')
  }
  return { run: look, look, choice: true }
}

function notStrictlyFalse(step: Step): Step {
  return (frame) => {
    const value = attempt(step, frame)
    frame.budget.spend(1)
    return value !== false
  }
}

function orElse(left: Step, right: Step, unwrap: boolean): Step {
  return (frame): CelValue => {
    const value = left(frame)
    if (!(value instanceof CelOptional)) throw new CelRuntimeError('no such overload')
    if (value.value === undefined) return right(frame)
    return unwrap ? value.value : value
  }
}
