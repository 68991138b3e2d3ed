import { type CostRange, exactly, MOST, plus, scaled, times, UNKNOWN, union } from './cost-range.ts'
import type { CallEstimate, EstimatedCall, SizedNode } from './sized-node.ts'

const TRAVERSAL = 0.1
const REGEX = 0.25

/** What a call of the language itself costs, its arguments included. */
export function languageEstimate(call: EstimatedCall, costs: readonly CostRange[]): CallEstimate {
  const own = Object.hasOwn(RULES, call.overload) ? RULES[call.overload]?.(call) : undefined
  if (own !== undefined) return { ...own, cost: plus(own.cost, ...costs) }
  if (COMPARED.test(call.overload)) return { cost: plus(compared(call), ...costs) }
  const [first, second, third] = costs as [CostRange, CostRange, CostRange]
  if (call.overload === 'logical_and' || call.overload === 'logical_or') {
    return { cost: { min: first.min, max: plus(first, second).max } }
  }
  if (call.overload === 'conditional') {
    return { cost: plus(first, union(second, third)), size: union(size(call.args[1]), size(call.args[2])) }
  }
  return { cost: plus(exactly(1), ...costs) }
}

const size = (node: SizedNode | undefined): CostRange => node?.size ?? UNKNOWN
const COMPARED = /^(?:equals|not_equals|(?:less|greater)(?:_equals)?_(?:string|bytes))$/u

function compared({ args }: EstimatedCall): CostRange {
  const max = Math.min(size(args[0]).max, size(args[1]).max)
  return scaled({ min: max > 0 ? 1 : 0, max }, TRAVERSAL)
}

type Rule = (call: EstimatedCall) => CallEstimate | undefined

const joined =
  (list: boolean): Rule =>
  ({ args }) => {
    const both = plus(size(args[0]), size(args[1]))
    return { cost: list ? exactly(1) : scaled(both, TRAVERSAL), size: both }
  }
const capped = (value: number): number => Math.min(value, MOST)

const edge: Rule = ({ args }) => ({ cost: scaled(size(args[0]), TRAVERSAL) })

const RULES: Readonly<Record<string, Rule>> = {
  string_format: ({ target }) => ({ cost: scaled(size(target), TRAVERSAL) }),
  string_to_bytes: ({ args }) => {
    const text = size(args[0])
    return { cost: scaled(text, TRAVERSAL), size: { min: text.min, max: capped(text.max * 4) } }
  },
  bytes_to_string: ({ args }) => {
    const bytes = size(args[0])
    return { cost: scaled(bytes, TRAVERSAL), size: { min: Math.floor(bytes.min / 4), max: bytes.max } }
  },
  strings_quote: ({ args }) => {
    const text = size(args[0])
    return { cost: scaled(text, TRAVERSAL), size: { min: text.min + 2, max: capped(text.max * 2 + 2) } }
  },
  starts_with_string: edge,
  ends_with_string: edge,
  in_list: ({ args }) => ({ cost: size(args[1]) }),
  matches_string: ({ target, args }) => {
    if (target === undefined) return undefined
    return { cost: times(scaled(plus(size(target), exactly(1)), TRAVERSAL), scaled(size(args[0]), REGEX)) }
  },
  contains_string: ({ target, args }) => ({
    cost: times(scaled(size(target), TRAVERSAL), scaled(size(args[0]), TRAVERSAL)),
  }),
  add_string: joined(false),
  add_bytes: joined(false),
  add_list: joined(true),
}
