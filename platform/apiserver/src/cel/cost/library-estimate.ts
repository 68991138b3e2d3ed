import { type CostRange, exactly, MOST, plus, scaled, times, UNKNOWN, union } from './cost-range.ts'
import type { CallEstimate, EstimatedCall, SizedNode, SizeOfPath } from './sized-node.ts'

const TRAVERSAL = 0.1
const REGEX = 0.25
const ONE = exactly(1)

/** What Kubernetes and the extensions say about their own functions; undefined for the language's own. */
export function libraryEstimate(call: EstimatedCall, declared: SizeOfPath): CallEstimate | undefined {
  const size = (node: SizedNode | undefined): CostRange =>
    node === undefined ? UNKNOWN : (node.size ?? declared(node.path) ?? UNKNOWN)
  const rule = Object.hasOwn(RULES, call.name) ? RULES[call.name] : undefined
  return SIMPLE.has(call.name) ? { cost: ONE } : rule?.(call, size)
}

type SizeOf = (node: SizedNode | undefined) => CostRange
type Rule = (call: EstimatedCall, size: SizeOf) => CallEstimate | undefined

const SIMPLE = new Set(
  (
    'serviceAccount path group resource subresource namespace name allowed reason error errored masked prefixLength ' +
    'family isUnspecified isLoopback isLinkLocalMulticast isLinkLocalUnicast isGlobalUnicast format.named sign asInteger ' +
    'isInteger asApproximateFloat isGreaterThan isLessThan compareTo add sub major minor patch getScheme getHostname ' +
    'getHost getPort getEscapedPath getQuery'
  ).split(' '),
)

const ofArgument =
  (factor: number): Rule =>
  ({ args: [first] }, size) =>
    first === undefined ? undefined : { cost: scaled(size(first), factor) }

const selector: Rule = ({ args }, size) => {
  if (args.length !== 1) return undefined
  const length = size(args[0])
  return { cost: plus(exactly(10), scaled(length, TRAVERSAL), scaled(scaled(length, 0.5), 50)) }
}

/** The items of a list, as a node of their own. */
function itemsOf(list: SizedNode): SizedNode | undefined {
  if (list.type.kind !== 'list' && list.type.kind !== 'map' && list.type.kind !== 'optional') return undefined
  const type = list.type.kind === 'map' ? list.type.key : list.type.of
  return { type, path: list.path.length === 0 ? [] : [...list.path, '@items'], size: undefined }
}

const overItems: Rule = ({ target }, size) => {
  if (target === undefined) return undefined
  const items = itemsOf(target)
  if (items === undefined) return { cost: scaled(size(target), TRAVERSAL) }
  const long = items.type.kind === 'string' || items.type.kind === 'bytes'
  const each = long ? plus(ONE, scaled(size(items), TRAVERSAL)) : ONE
  return { cost: times(size(target), each) }
}

const sameSize: Rule = ({ target }, size) =>
  target === undefined ? undefined : { cost: scaled(size(target), TRAVERSAL), size: size(target) }

const replace: Rule = ({ target, args }, size) => {
  if (target === undefined || args.length < 2) return undefined
  const [text, old, fresh] = [size(target), size(args[0]), size(args[1])]
  const most = longest(text, old, fresh)
  const least = shortest(text, old, fresh)
  const count = { min: least.count, max: most.count }
  const kept = { min: least.kept, max: most.kept }
  return { cost: scaled(text, 2 * TRAVERSAL), size: plus(times(count, fresh), kept) }
}

interface Replaced {
  readonly count: number
  readonly kept: number
}

function longest(text: CostRange, old: CostRange, fresh: CostRange): Replaced {
  if (old.min === 0) return { count: Math.min(text.max + 1, MOST), kept: text.max }
  if (fresh.max <= old.min) return { count: 0, kept: text.max }
  return { count: Math.ceil(text.max / old.min), kept: 0 }
}

function shortest(text: CostRange, old: CostRange, fresh: CostRange): Replaced {
  if (old.max === 0) return { count: Math.min(text.min + 1, MOST), kept: text.min }
  if (old.max <= fresh.min) return { count: 0, kept: text.min }
  return { count: Math.ceil(text.min / old.max), kept: 0 }
}

const split: Rule = ({ target, args }, size) => {
  if (target === undefined) return undefined
  const text = size(target)
  const limit = args[1]?.node
  const fixed = limit?.kind === 'literal' && typeof limit.value === 'bigint' ? limit.value : undefined
  const max = fixed === undefined ? text.max : fixed < 0n ? MOST : Number(fixed)
  return { cost: scaled(text, 2 * TRAVERSAL), size: { min: 0, max } }
}

const join: Rule = ({ target, args }, size) => {
  if (target === undefined) return undefined
  const count = size(target)
  const items = itemsOf(target)
  let total = items === undefined ? exactly(0) : times(count, size(items))
  if (args.length > 0) {
    const gaps = { min: Math.max(count.min - 1, 0), max: Math.max(count.max - 1, 0) }
    total = plus(total, times(size(args[0]), gaps))
  }
  return { cost: scaled(total, TRAVERSAL), size: total }
}

const find: Rule = ({ target, args }, size) => {
  if (target === undefined || args.length === 0) return undefined
  const text = size(target)
  const cost = times(scaled(plus(text, ONE), TRAVERSAL), scaled(size(args[0]), REGEX))
  return { cost, size: { min: 0, max: text.max } }
}

/** Addresses are 4 or 16 bytes. */
const ADDRESS: CostRange = { min: 4, max: 16 }

const contains =
  (network: boolean): Rule =>
  ({ args, overload }, size) => {
    if (args.length === 0) return undefined
    const compared = scaled(plus(ADDRESS, ADDRESS), TRAVERSAL)
    const masked = network ? [scaled(ADDRESS, TRAVERSAL), ONE] : []
    const parsed = overload.endsWith('_string') ? [scaled(size(args[0]), TRAVERSAL)] : []
    return { cost: plus(compared, ...masked, ...parsed) }
  }

const ip: Rule = (call, size) =>
  call.overload === 'cidr_ip' ? { cost: ONE } : ofArgument(TRAVERSAL)(call, size)

const url: Rule = ({ args }, size) => {
  if (args.length !== 1) return undefined
  return { cost: scaled(size(args[0]), TRAVERSAL), size: size(args[0]) }
}

const validate: Rule = ({ args }, size) => {
  if (args.length === 0) return undefined
  return { cost: scaled(scaled(size(args[0]), TRAVERSAL), 128 * REGEX) }
}

const equality: Rule = ({ args: [left, right] }) => {
  if (left?.type.kind !== 'opaque' || right?.type.kind !== 'opaque' || left.type.name !== right.type.name)
    return undefined
  if (left.type.name === 'kubernetes.NamedFormat') return { cost: scaled({ min: 1, max: 64 }, TRAVERSAL) }
  if (left.type.name !== 'kubernetes.URL') return { cost: ONE }
  const size = right.size === undefined ? ONE : union(right.size, right.size)
  return { cost: scaled({ min: 1, max: size.max }, TRAVERSAL) }
}

const sets =
  (factor: number): Rule =>
  ({ args }, size) => {
    if (args.length !== 2) return undefined
    return { cost: plus(scaled(times(size(args[0]), size(args[1])), factor), ONE) }
  }

const RULES: Readonly<Record<string, Rule>> = {
  check: () => ({ cost: exactly(350_000) }),
  fieldSelector: selector,
  labelSelector: selector,
  isSorted: overItems,
  sum: overItems,
  max: overItems,
  min: overItems,
  indexOf: overItems,
  lastIndexOf: overItems,
  url,
  lowerAscii: sameSize,
  upperAscii: sameSize,
  substring: sameSize,
  trim: sameSize,
  replace,
  split,
  join,
  find,
  findAll: find,
  cidr: ofArgument(TRAVERSAL),
  isIP: ofArgument(TRAVERSAL),
  isCIDR: ofArgument(TRAVERSAL),
  ip,
  'ip.isCanonical': ofArgument(2 * TRAVERSAL),
  containsIP: contains(false),
  containsCIDR: contains(true),
  quantity: ofArgument(TRAVERSAL),
  isQuantity: ofArgument(TRAVERSAL),
  semver: ofArgument(TRAVERSAL),
  isSemver: ofArgument(TRAVERSAL),
  validate,
  '_==_': equality,
  'sets.contains': sets(1),
  'sets.intersects': sets(1),
  'sets.equivalent': sets(2),
}
