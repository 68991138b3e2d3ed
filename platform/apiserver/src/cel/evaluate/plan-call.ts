import { CelRuntimeError } from '../cel-error.ts'
import type { CelType } from '../cel-type.ts'
import type { CelValue } from '../cel-value.ts'
import { callCost } from '../cost/call-cost.ts'
import type { Overload, Run } from '../library/overload.ts'
import type { Call } from '../parse/expression.ts'
import { CelList } from '../values/cel-list.ts'
import { compileRegex } from '../values/compile-regex.ts'
import { hasType } from '../values/has-type.ts'
import { mapKeyOf } from '../values/map-key.ts'
import { typeNameOf } from '../values/type-name.ts'
import { attempt } from './attempt.ts'
import { planLazy } from './plan-lazy.ts'
import { constant, type Frame, type Planned, type Step } from './planned.ts'
import type { Planner } from './planner.ts'

const CONVERSIONS = new Set([
  'bool',
  'bytes',
  'double',
  'duration',
  'dyn',
  'int',
  'string',
  'timestamp',
  'type',
  'uint',
])

const REGEXES = new Set(['find', 'findAll', 'matches'])

/** A call of a function or operator. Throws when something constant in it can never work. */
export function planCall(node: Call, planner: Planner): Planned {
  const call = planner.checked.calls.get(node)
  if (call === undefined) throw new Error(`cannot plan ${node.name}: it was not checked`)
  const nodes = call.target === undefined ? node.args : [call.target, ...node.args]
  const args = nodes.map((arg) => planner.plan(arg))
  const lazy = planLazy(call.name, args)
  if (lazy !== undefined) return lazy
  const one = call.overloads.length === 1 ? call.overloads[0] : undefined
  if (one?.id === 'in_list') {
    const member = planMembership(args)
    if (member !== undefined) return member
  }
  const types = nodes.map((arg) => planner.checked.types.get(arg) as CelType)
  const direct = one?.run !== undefined && types.every(isCertain) ? one.run : undefined
  const apply = direct ?? dispatch(call.name, call.overloads)
  const run = counted(
    args.map((arg) => arg.run),
    apply,
    callCost(call.name, one?.id ?? ''),
  )
  // A conversion of something constant is constant itself; when it fails, so does the plan.
  if (CONVERSIONS.has(call.name) && args.length === 1 && args[0]?.constant !== undefined) {
    return constant(apply(args[0].constant.value))
  }
  const pattern = REGEXES.has(call.name) ? args[1]?.constant?.value : undefined
  if (typeof pattern === 'string') compileRegex(pattern)
  return { run }
}

type Cost = (args: readonly CelValue[], result: CelValue) => number

/** What fails costs as much as what works; only a cost that the result decides is counted after it. */
function counted(args: readonly Step[], apply: Run, cost: Cost | number): Step {
  return (frame) => {
    const values: CelValue[] = []
    for (const arg of args) {
      try {
        values.push(arg(frame))
      } catch (cause) {
        payFailed(values, args, { frame, cost })
        throw cause
      }
    }
    return applied(values, { frame, cost, apply })
  }
}

/** A call with an argument that failed: of two arguments both are looked at, of more only those before it. */
function payFailed(
  values: CelValue[],
  args: readonly Step[],
  options: { readonly frame: Frame; readonly cost: Cost | number },
): void {
  const { frame, cost } = options
  values.push(null)
  if (args.length === 2 && values.length === 1) {
    const other = attempt(args[1] as Step, frame)
    values.push(other instanceof CelRuntimeError ? null : other)
  }
  if (values.length === args.length) frame.budget.spend(typeof cost === 'number' ? cost : cost(values, null))
}

interface Applied {
  readonly frame: Frame
  readonly cost: Cost | number
  readonly apply: Run
}

function applied(values: readonly CelValue[], { frame, cost, apply }: Applied): CelValue {
  const after = typeof cost !== 'number' && cost.length > 1
  if (!after) frame.budget.spend(typeof cost === 'number' ? cost : cost(values, null))
  const result = apply(...values)
  if (after) frame.budget.spend(cost(values, result))
  return result
}

/** Whether nothing about a type is left to be seen while running. */
function isCertain(type: CelType): boolean {
  if (type.kind === 'dyn' || type.kind === 'error' || type.kind === 'param') return false
  // Whoever runs an expression may hand in a plain value for an optional one.
  if (type.kind === 'optional') return false
  if (type.kind === 'list') return isCertain(type.of)
  if (type.kind === 'map') return isCertain(type.key) && isCertain(type.of)
  return true
}

/** Picks the form that the values fit while running. */
function dispatch(name: string, forms: readonly Overload[]): (...args: CelValue[]) => CelValue {
  return (...args) => {
    for (const form of forms) {
      if (form.run !== undefined && form.args.every((type, at) => hasType(args[at] as CelValue, type))) {
        return form.run(...args)
      }
    }
    throw new CelRuntimeError(`no such overload${missingForm(name, args)}`)
  }
}

/** How cel-go tells that a function has no form for some values: operators it could not even start with by their name. */
function missingForm(name: string, args: readonly CelValue[]): string {
  const [first] = args
  const kinds = first === undefined ? undefined : STARTS[name]
  if (kinds === undefined) return `: ${name}(${args.map(typeNameOf).join(', ')})`
  return [...kinds, ...RECEIVERS].includes(typeNameOf(first as CelValue)) || SILENT.has(name)
    ? ''
    : `: ${name}`
}
const NUMBERS = ['int', 'uint', 'double']
const TIMES = ['google.protobuf.Timestamp', 'google.protobuf.Duration']
const RECEIVERS = ['string', ...TIMES]
const SILENT = new Set(['!_', '-_', 'contains', 'startsWith', 'endsWith', 'matches'])
const ORDERED = [...NUMBERS, ...TIMES, 'bool', 'string', 'bytes']
const STARTS: Readonly<Record<string, readonly string[]>> = {
  '_+_': [...NUMBERS, ...TIMES, 'string', 'bytes', 'list'],
  '_-_': [...NUMBERS, ...TIMES],
  '_*_': NUMBERS,
  '_/_': NUMBERS,
  '_%_': ['int', 'uint'],
  '-_': ['int', 'double'],
  '!_': [],
  '_<_': ORDERED,
  '_<=_': ORDERED,
  '_>_': ORDERED,
  '_>=_': ORDERED,
  '@in': ORDERED,
  size: [],
  contains: [],
  startsWith: [],
  endsWith: [],
  matches: [],
}

/** `x in [1, 2, 3]`: a set, looked up at no cost. */
function planMembership(args: readonly Planned[]): Planned | undefined {
  const list = args[1]?.constant?.value
  const item = args[0]?.run
  if (!(list instanceof CelList) || item === undefined) return undefined
  if (list.length === 0) return constant(false)
  const keys = new Set(list.items().map((value) => (value === null ? 'null' : mapKeyOf(value))))
  if (keys.has(undefined)) return undefined
  return {
    run: (frame) => {
      const value = item(frame)
      const key = value === null ? 'null' : mapKeyOf(value)
      return key !== undefined && keys.has(key)
    },
  }
}
