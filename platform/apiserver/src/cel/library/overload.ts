import type { CelType } from '../cel-type.ts'
import type { CelValue } from '../cel-value.ts'
import { parseType } from './parse-type.ts'

/** Computes a call's value from its arguments, the receiver first. */
export type Run = (...args: CelValue[]) => CelValue

/** One form of a function: what it takes, what it answers. */
export interface Overload {
  readonly id: string
  /** Called on a receiver, which is the first of `args`. */
  readonly member: boolean
  readonly args: readonly CelType[]
  readonly result: CelType
  /** The names of the types that are left open. */
  readonly open: readonly string[]
  /** Missing for what evaluation itself knows how to do: operators that do not need all of their arguments. */
  readonly run?: Run
}

/** Functions by name. */
export type FunctionTable = Readonly<Record<string, readonly Overload[]>>

/** Declares one form: `string.(int) -> string` is called on a string, `(string) -> int` stands alone. */
export function overload<Args extends (CelValue | undefined)[]>(
  id: string,
  signature: string,
  run?: (...args: Args) => CelValue,
): Overload {
  const found = /^(?:(.+)\.)?\(([\s\S]*)\) -> (.+)$/u.exec(signature)
  if (found === null) throw new Error(`cannot read the signature of ${id}: ${signature}`)
  const [, receiver, rest = '', result = ''] = found
  const args = [...(receiver === undefined ? [] : [receiver]), ...splitTypes(rest)].map(parseType)
  const open = new Set(signature.match(/\b[A-Z]\b/gu) ?? [])
  return {
    id,
    member: receiver !== undefined,
    args,
    result: parseType(result),
    open: [...open],
    ...(run === undefined ? {} : { run: run as unknown as Run }),
  }
}

function splitTypes(text: string): readonly string[] {
  const found: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at <= text.length; at++) {
    const letter = text[at]
    if (letter === '(') depth++
    if (letter === ')') depth--
    if (letter === undefined || (letter === ',' && depth === 0)) {
      const piece = text.slice(start, at).trim()
      if (piece !== '') found.push(piece)
      start = at + 1
    }
  }
  return found
}
