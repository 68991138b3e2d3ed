import type { CelValue } from '../cel-value.ts'
import { CelList } from '../values/cel-list.ts'
import { CelMap } from '../values/cel-map.ts'
import { CelOpaque } from '../values/cel-opaque.ts'
import { sizeOf } from '../values/size-of.ts'

type Cost = (args: readonly CelValue[], result: CelValue) => number

const TRAVERSAL = 0.1
const REGEX = 0.25

/** What a call costs when it runs: a fixed number, or one that its arguments and result decide. */
export function callCost(name: string, overload: string): Cost | number {
  return libraryCost(name, overload) ?? byOverload(overload)
}

const walked = (value: CelValue | undefined, factor = TRAVERSAL): number =>
  Math.ceil(sizeOf(value ?? null) * factor)
const traversal: Cost = ([first]) => walked(first)
const double: Cost = ([first]) => walked(first, 2 * TRAVERSAL)
const regex: Cost = ([text, pattern]) =>
  Math.ceil((1 + sizeOf(text ?? null)) * TRAVERSAL) * walked(pattern, REGEX)

const BY_OVERLOAD: Readonly<Record<string, Cost>> = {
  starts_with_string: traversal,
  ends_with_string: traversal,
  string_to_bytes: traversal,
  bytes_to_string: traversal,
  strings_quote: traversal,
  string_format: traversal,
  in_list: (args) => sizeOf(args[1] ?? null),
  add_string: ([a, b]) => Math.ceil((sizeOf(a ?? null) + sizeOf(b ?? null)) * TRAVERSAL),
  add_bytes: ([a, b]) => Math.ceil((sizeOf(a ?? null) + sizeOf(b ?? null)) * TRAVERSAL),
  matches_string: regex,
  list_sets_contains_list: ([a, b]) => 1 + sizeOf(a ?? null) * sizeOf(b ?? null),
  list_sets_intersects_list: ([a, b]) => 1 + sizeOf(a ?? null) * sizeOf(b ?? null),
  list_sets_equivalent_list: ([a, b]) => 1 + 2 * sizeOf(a ?? null) * sizeOf(b ?? null),
  contains_string: ([text, part]) => walked(text) * walked(part),
}
const COMPARED = /^(?:equals|not_equals|(?:less|greater)(?:_equals)?_(?:string|bytes))$/u

function byOverload(overload: string): Cost | number {
  const known = BY_OVERLOAD[overload]
  if (known !== undefined) return known
  if (!COMPARED.test(overload)) return 1
  return ([a, b]) => {
    if (a instanceof CelOpaque && overload === 'equals') return 1
    return Math.ceil(Math.min(sizeOf(a ?? null), sizeOf(b ?? null)) * TRAVERSAL)
  }
}

/** All characters of all strings in a value, roughly; what holds no strings costs 1. */
function traversed(value: CelValue): number {
  if (typeof value === 'string') return Math.trunc(Buffer.byteLength(value) * TRAVERSAL)
  if (value instanceof Uint8Array) return Math.trunc(value.length * TRAVERSAL)
  if (value instanceof CelList) return value.items().reduce((sum: number, item) => sum + traversed(item), 0)
  if (value instanceof CelMap) {
    return value
      .keys()
      .reduce((sum: number, key) => sum + traversed(key) + traversed(value.get(key) ?? null), 0)
  }
  return 1
}

const selector: Cost = (args) => {
  const length = sizeOf(args[1] ?? null)
  return 10 + Math.ceil(length * TRAVERSAL) + Math.ceil(Math.ceil(length * 0.5) * 50)
}
const everything: Cost = ([first]) => (first === undefined ? 0 : traversed(first))
const contained =
  (cidr: boolean, text: boolean): Cost =>
  (args) => {
    const size = sizeOf(args[0] ?? null)
    const other = text ? walked(args[1]) : 0
    return Math.ceil(2 * size * TRAVERSAL) + (cidr ? Math.ceil(size * TRAVERSAL) + 1 : 0) + other
  }
const validated: Cost = ([format, text]) => {
  const size = format !== undefined && format !== null && typeof format === 'object' && 'regexSize' in format
  const length = size ? Number(format.regexSize) : 0
  return Math.ceil((1 + sizeOf(text ?? null)) * TRAVERSAL) * Math.ceil(length * REGEX)
}

const ONE = new Set(
  (
    'serviceAccount path group resource subresource namespace name allowed reason error errored masked prefixLength ' +
    'family isUnspecified isLoopback isLinkLocalMulticast isLinkLocalUnicast isGlobalUnicast format.named sign asInteger ' +
    'isInteger asApproximateFloat isGreaterThan isLessThan compareTo add sub major minor patch getScheme getHostname ' +
    'getHost getPort getEscapedPath getQuery'
  ).split(' '),
)
const BY_NAME: Readonly<Record<string, Cost | number>> = {
  check: 350_000,
  fieldSelector: selector,
  labelSelector: selector,
  isSorted: everything,
  sum: everything,
  max: everything,
  min: everything,
  indexOf: everything,
  lastIndexOf: everything,
  url: traversal,
  lowerAscii: traversal,
  upperAscii: traversal,
  substring: traversal,
  trim: traversal,
  replace: double,
  split: double,
  join: (_, result) => walked(result, 2 * TRAVERSAL),
  find: regex,
  findAll: regex,
  cidr: traversal,
  isIP: traversal,
  isCIDR: traversal,
  'ip.isCanonical': double,
  quantity: traversal,
  isQuantity: traversal,
  semver: traversal,
  isSemver: traversal,
  validate: validated,
}

function libraryCost(name: string, overload: string): Cost | number | undefined {
  if (ONE.has(name)) return 1
  if (name === 'ip') return overload === 'cidr_ip' ? 1 : traversal
  if (name === 'containsIP') return contained(false, overload === 'cidr_contains_ip_string')
  if (name === 'containsCIDR') return contained(true, overload === 'cidr_contains_cidr_string')
  return Object.hasOwn(BY_NAME, name) ? BY_NAME[name] : undefined
}
