import { CelRuntimeError } from '../cel-error.ts'
import { CelList } from '../values/cel-list.ts'
import { compileRegex, type Regex } from '../values/compile-regex.ts'
import { valueText } from '../values/value-text.ts'
import { formatText } from './format-text.ts'
import { type FunctionTable, overload } from './overload.ts'
import { quoteText } from './quote-text.ts'
import { charAt, indexOf, lastIndexOf, substring } from './text-places.ts'

function regex(pattern: string, wrong = ''): Regex {
  try {
    return compileRegex(pattern)
  } catch (cause) {
    throw new CelRuntimeError(`${wrong}${(cause as Error).message}`)
  }
}

const matches = (text: string, pattern: string): boolean => regex(pattern).test(text)

function find(text: string, pattern: string): string {
  return regex(pattern, 'Illegal regex: ').find(text) ?? ''
}

function findAll(text: string, pattern: string, most = -1n): CelList {
  const limit = most < 0n ? Number.POSITIVE_INFINITY : Number(most)
  return CelList.of(regex(pattern, 'Illegal regex: ').findAll(text, limit))
}

function replace(text: string, old: string, fresh: string, most = -1n): string {
  if (most < 0n)
    return old === '' ? interleaved(text, fresh, Number.POSITIVE_INFINITY) : text.replaceAll(old, () => fresh)
  if (old === '') return interleaved(text, fresh, Number(most))
  const parts = text.split(old)
  const cut = Math.min(Number(most), parts.length - 1)
  return (
    parts.slice(0, cut + 1).join(fresh) +
    parts
      .slice(cut + 1)
      .map((part) => old + part)
      .join('')
  )
}

/** Go's answer to replacing nothing: the new text before every character and at the end. */
function interleaved(text: string, fresh: string, most: number): string {
  const points = [...text]
  const marked = points.map((point, at) => (at < most ? fresh : '') + point).join('')
  return marked + (points.length < most ? fresh : '')
}

function split(text: string, by: string, most = -1n): CelList {
  if (most === 0n) return CelList.of([])
  const parts = by === '' ? [...text] : text.split(by)
  if (most < 0n || parts.length <= Number(most)) return CelList.of(parts)
  const count = Number(most)
  return CelList.of([...parts.slice(0, count - 1), parts.slice(count - 1).join(by)])
}

function join(list: CelList, by = ''): string {
  return list
    .items()
    .map((item) => {
      if (typeof item === 'string') return item
      throw new CelRuntimeError(`join: invalid input: ${valueText(item)}`)
    })
    .join(by)
}

const ascii = (text: string, change: (letter: string) => string): string => text.replace(/[A-Za-z]/gu, change)
const SPACE = '[\\t-\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]+'
const OUTER_SPACE = new RegExp(`^${SPACE}|${SPACE}$`, 'gu')
const trim = (text: string): string => text.replace(OUTER_SPACE, '')

/** Strings: CEL's own functions, the strings extension (version 2) and Kubernetes' find and findAll. */
export const STRINGS: FunctionTable = {
  contains: [
    overload('contains_string', 'string.(string) -> bool', (text: string, part: string) =>
      text.includes(part),
    ),
  ],
  endsWith: [
    overload('ends_with_string', 'string.(string) -> bool', (text: string, end: string) =>
      text.endsWith(end),
    ),
  ],
  startsWith: [
    overload('starts_with_string', 'string.(string) -> bool', (text: string, start: string) =>
      text.startsWith(start),
    ),
  ],
  matches: [
    overload('matches', '(string, string) -> bool', matches),
    overload('matches_string', 'string.(string) -> bool', matches),
  ],
  charAt: [overload('string_char_at_int', 'string.(int) -> string', charAt)],
  indexOf: [
    overload('string_index_of_string', 'string.(string) -> int', (text: string, part: string) =>
      indexOf(text, part),
    ),
    overload('string_index_of_string_int', 'string.(string, int) -> int', indexOf),
  ],
  lastIndexOf: [
    overload('string_last_index_of_string', 'string.(string) -> int', (text: string, part: string) =>
      lastIndexOf(text, part),
    ),
    overload('string_last_index_of_string_int', 'string.(string, int) -> int', lastIndexOf),
  ],
  lowerAscii: [
    overload('string_lower_ascii', 'string.() -> string', (text: string) =>
      ascii(text, (letter) => letter.toLowerCase()),
    ),
  ],
  upperAscii: [
    overload('string_upper_ascii', 'string.() -> string', (text: string) =>
      ascii(text, (letter) => letter.toUpperCase()),
    ),
  ],
  replace: [
    overload(
      'string_replace_string_string',
      'string.(string, string) -> string',
      (text: string, old: string, fresh: string) => replace(text, old, fresh),
    ),
    overload('string_replace_string_string_int', 'string.(string, string, int) -> string', replace),
  ],
  split: [
    overload('string_split_string', 'string.(string) -> list(string)', (text: string, by: string) =>
      split(text, by),
    ),
    overload('string_split_string_int', 'string.(string, int) -> list(string)', split),
  ],
  substring: [
    overload('string_substring_int', 'string.(int) -> string', (text: string, start: bigint) =>
      substring(text, start),
    ),
    overload('string_substring_int_int', 'string.(int, int) -> string', substring),
  ],
  trim: [overload('string_trim', 'string.() -> string', trim)],
  join: [
    overload('list_join', 'list(string).() -> string', (list: CelList) => join(list)),
    overload('list_join_string', 'list(string).(string) -> string', join),
  ],
  format: [
    overload('string_format', 'string.(list(dyn)) -> string', (text: string, args: CelList) =>
      formatText(text, args),
    ),
  ],
  'strings.quote': [overload('strings_quote', '(string) -> string', quoteText)],
  find: [overload('string_find_string', 'string.(string) -> string', find)],
  findAll: [
    overload('string_find_all_string', 'string.(string) -> list(string)', (text: string, pattern: string) =>
      findAll(text, pattern),
    ),
    overload('string_find_all_string_int', 'string.(string, int) -> list(string)', findAll),
  ],
}
