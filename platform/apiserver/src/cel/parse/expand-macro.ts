import type { Call, Expression, Ident } from './expression.ts'

/** The name of the value that a loop builds up; no expression can write it. */
export const RESULT = '@result'

/** A macro whose arguments are of the wrong form; `at` is the argument's place. */
export class MacroError extends Error {
  readonly at: number

  constructor(message: string, at: number) {
    super(message)
    this.at = at
  }
}

type Macro = (call: Call, target: Expression) => Expression

/** What a call stands for if it is one of the macros; undefined when it is a plain call. */
export function expandMacro(call: Call): Expression | undefined {
  if (call.target === undefined) return call.name === 'has' && call.args.length === 1 ? has(call) : undefined
  return MACROS[`${call.name}:${call.args.length}`]?.(call, call.target)
}

const MACROS: Readonly<Record<string, Macro>> = {
  'all:2': (call, range) => all(call, range),
  'all:3': (call, range) => all(call, range),
  'exists:2': (call, range) => exists(call, range),
  'exists:3': (call, range) => exists(call, range),
  'exists_one:2': (call, range) => existsOne(call, range),
  'exists_one:3': (call, range) => existsOne(call, range),
  'existsOne:3': (call, range) => existsOne(call, range),
  'map:2': (call, range) => collect(call, range),
  'map:3': (call, range) => collect(call, range),
  'filter:2': (call, range) => filter(call, range),
  'transformList:3': (call, range) => collect(call, range, 2),
  'transformList:4': (call, range) => collect(call, range, 2),
  'transformMap:3': (call, range) => transformMap(call, range),
  'transformMap:4': (call, range) => transformMap(call, range),
  'transformMapEntry:3': (call, range) => transformMap(call, range),
  'transformMapEntry:4': (call, range) => transformMap(call, range),
  'optMap:2': (call, target) => whenPresent(call, target),
  'optFlatMap:2': (call, target) => whenPresent(call, target),
}

function has(call: Call): Expression {
  const field = call.args[0] as Expression
  if (field.kind === 'select') return { ...field, test: true, at: call.at }
  throw new MacroError('invalid argument to has() macro', field.at)
}

/** Makes nodes that stand where the macro stands. */
function nodes(at: number) {
  const literal = (value: boolean | bigint): Expression => ({ kind: 'literal', value, at })
  const ident = (name: string): Ident => ({ kind: 'ident', name, at })
  const call = (name: string, ...args: readonly Expression[]): Call => ({ kind: 'call', name, args, at })
  const list = (...items: readonly Expression[]): Expression => ({
    kind: 'list',
    items,
    optional: new Set(),
    at,
  })
  const map = (): Expression => ({ kind: 'map', entries: [], at })
  return { literal, ident, call, list, map, result: ident(RESULT) }
}

const SIMPLE = 'argument must be a simple name'

function variable(node: Expression, wrong = SIMPLE): string {
  if (node.kind !== 'ident') throw new MacroError(wrong, node.at)
  if (node.name === RESULT || node.name === '__result__') {
    throw new MacroError('iteration variable overwrites accumulator variable', node.at)
  }
  return node.name
}

/** The loop variables: one, or the two of the wider forms. */
function variables(
  call: Call,
  count: number,
  wrong = SIMPLE,
): { readonly item: string; readonly second?: string } {
  const item = variable(call.args[0] as Expression, wrong)
  if (count < 2) return { item }
  const next = call.args[1] as Expression
  const second = variable(next)
  if (item === second) throw new MacroError(`duplicate variable name: ${item}`, next.at)
  return { item, second }
}

function quantifier(call: Call, range: Expression) {
  const names = variables(call, call.args.length - 1)
  const test = call.args.at(-1) as Expression
  const base = { kind: 'fold', range, ...names, result: RESULT, at: call.at } as const
  return { base, test, make: nodes(call.at) }
}

function all(call: Call, range: Expression): Expression {
  const { base, test, make } = quantifier(call, range)
  return {
    ...base,
    start: make.literal(true),
    goOn: make.call('@not_strictly_false', make.result),
    step: make.call('_&&_', make.result, test),
    last: make.result,
  }
}

function exists(call: Call, range: Expression): Expression {
  const { base, test, make } = quantifier(call, range)
  return {
    ...base,
    start: make.literal(false),
    goOn: make.call('@not_strictly_false', make.call('!_', make.result)),
    step: make.call('_||_', make.result, test),
    last: make.result,
  }
}

function existsOne(call: Call, range: Expression): Expression {
  const { base, test, make } = quantifier(call, range)
  return {
    ...base,
    start: make.literal(0n),
    goOn: make.literal(true),
    step: make.call('_?_:_', test, make.call('_+_', make.result, make.literal(1n)), make.result),
    last: make.call('_==_', make.result, make.literal(1n)),
  }
}

function collect(call: Call, range: Expression, count = 1): Expression {
  const names = variables(call, count, count === 1 ? 'argument is not an identifier' : SIMPLE)
  const make = nodes(call.at)
  const add = make.call('_+_', make.result, make.list(call.args.at(-1) as Expression))
  return loop(call, { range, names, start: make.list(), step: filtered(call, { count, step: add }) })
}

function filter(call: Call, range: Expression): Expression {
  const names = variables(call, 1, 'argument is not an identifier')
  const make = nodes(call.at)
  const add = make.call('_+_', make.result, make.list(call.args[0] as Expression))
  const step = make.call('_?_:_', call.args[1] as Expression, add, make.result)
  return loop(call, { range, names, start: make.list(), step })
}

function transformMap(call: Call, range: Expression): Expression {
  const names = variables(call, 2)
  const make = nodes(call.at)
  const value = call.args.at(-1) as Expression
  const entry = call.name === 'transformMapEntry'
  const add = entry
    ? make.call('cel.@mapInsert', make.result, value)
    : make.call('cel.@mapInsert', make.result, make.ident(names.item), value)
  return loop(call, { range, names, start: make.map(), step: filtered(call, { count: 2, step: add }) })
}

/** Puts the condition that some forms carry before the step. */
function filtered(call: Call, options: { readonly count: number; readonly step: Expression }): Expression {
  const make = nodes(call.at)
  if (call.args.length === options.count + 1) return options.step
  return make.call('_?_:_', call.args[options.count] as Expression, options.step, make.result)
}

interface LoopParts {
  readonly range: Expression
  readonly names: { readonly item: string; readonly second?: string }
  readonly start: Expression
  readonly step: Expression
}

function loop(call: Call, parts: LoopParts): Expression {
  const make = nodes(call.at)
  const { range, names, start, step } = parts
  const ends = { goOn: make.literal(true), last: make.result }
  return { kind: 'fold', range, ...names, result: RESULT, start, step, ...ends, at: call.at }
}

/** optMap and optFlatMap: the value bound to a name if there is one. */
function whenPresent(call: Call, target: Expression): Expression {
  const make = nodes(call.at)
  const name = call.args[0] as Expression
  const wrong = `${call.name}() variable name must be a simple identifier`
  const bound = variable(name, wrong)
  const flat = call.name === 'optFlatMap'
  const member = (method: string): Expression => ({
    kind: 'call',
    name: method,
    target,
    args: [],
    at: call.at,
  })
  const body: Expression = {
    kind: 'fold',
    range: make.list(),
    item: '#unused',
    result: bound,
    start: member('value'),
    goOn: make.literal(false),
    step: make.ident(bound),
    last: call.args[1] as Expression,
    at: call.at,
  }
  const none: Expression = make.call('optional.none')
  return make.call('_?_:_', member('hasValue'), flat ? body : make.call('optional.of', body), none)
}
