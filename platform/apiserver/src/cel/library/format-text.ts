import { CelRuntimeError } from '../cel-error.ts'
import type { CelValue } from '../cel-value.ts'
import { CelDuration } from '../values/cel-duration.ts'
import { CelList } from '../values/cel-list.ts'
import { CelMap } from '../values/cel-map.ts'
import { CelTimestamp } from '../values/cel-timestamp.ts'
import { CelTypeValue } from '../values/cel-type-value.ts'
import { CelUint } from '../values/cel-uint.ts'
import { compareText } from '../values/compare.ts'
import { formatDouble } from '../values/format-double.ts'
import { typeNameOf } from '../values/type-name.ts'

const DIGITS = 6

/** Writes one value as a clause asks: its letter, and how many digits. */
export type WriteClause = (letter: string, digits: number, index: number) => string

/** string.format: puts the list's values into the text where its % clauses stand. */
export function formatText(text: string, args: CelList): string {
  return fillClauses(text, args.length, (letter, digits, index) => {
    return (CLAUSES[letter] as Write)(args.at(index), digits)
  })
}

/** Walks over a format's clauses; throws when they are wrong or want more values than there are. */
export function fillClauses(text: string, count: number, write: WriteClause): string {
  let next = 0
  let out = ''
  for (let at = 0; at < text.length; at++) {
    if (text[at] !== '%' || text[at + 1] === '%') {
      out += text[at]
      if (text[at] === '%') at++
      continue
    }
    if (at + 1 >= text.length) throw new CelRuntimeError('unexpected end of string')
    if (next >= count) throw new CelRuntimeError(`index ${next} out of range`)
    const { width, letter, digits } = clauseAt(text.slice(at + 1))
    out += write(letter, digits, next++)
    at += width
  }
  return out
}

interface Clause {
  readonly width: number
  readonly letter: string
  readonly digits: number
}

function clauseAt(rest: string): Clause {
  const found = /^(?:\.(\d*))?([\s\S])/u.exec(rest)
  const wrong = 'error while parsing precision: '
  if (found === null) throw unparsed(`${wrong}could not find end of precision specifier`)
  const [whole, digits, letter = ''] = found
  if (digits === '') {
    throw unparsed(
      `${wrong}error while converting precision to integer: strconv.Atoi: parsing "": invalid syntax`,
    )
  }
  if (CLAUSES[letter] === undefined) throw unparsed(`unrecognized formatting clause "${letter}"`)
  return { width: whole.length, letter, digits: digits === undefined ? DIGITS : Number(digits) }
}

const unparsed = (why: string): CelRuntimeError =>
  new CelRuntimeError(`could not parse formatting clause: ${why}`)
const wrong = (letter: string, value: CelValue): CelRuntimeError => misfit(letter, typeNameOf(value))

/** The failure that a clause cannot write a type. */
export function misfit(letter: string, type: string): CelRuntimeError {
  return new CelRuntimeError(`error during formatting: ${TAKES[letter.toLowerCase()]}, was given ${type}`)
}
const ANY = 'strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps'
const TAKES: Readonly<Record<string, string>> = {
  s: `string clause can only be used on ${ANY}`,
  d: 'decimal clause can only be used on integers',
  f: 'fixed-point clause can only be used on doubles',
  e: 'scientific clause can only be used on doubles',
  b: 'only integers and bools can be formatted as binary',
  o: 'octal clause can only be used on integers',
  x: 'only integers, byte buffers, and strings can be formatted as hex',
}

function wholeOf(value: CelValue): bigint | undefined {
  if (typeof value === 'bigint') return value
  return value instanceof CelUint ? value.value : undefined
}

type Write = (value: CelValue, digits: number) => string

const CLAUSES: Readonly<Record<string, Write>> = {
  s: (value) => plain(value),
  d: (value) => String(wholeOf(value) ?? raise(wrong('d', value))),
  f: (value, digits) => fixed(value, digits),
  e: (value, digits) => scientific(value, digits),
  b: (value) => {
    if (typeof value === 'boolean') return value ? '1' : '0'
    return wholeOf(value)?.toString(2) ?? raise(wrong('b', value))
  },
  o: (value) => wholeOf(value)?.toString(8) ?? raise(wrong('o', value)),
  x: (value) => hex(value),
  X: (value) => hex(value).toUpperCase(),
}

function raise(error: CelRuntimeError): never {
  throw error
}

function hex(value: CelValue): string {
  if (typeof value === 'string') return Buffer.from(value).toString('hex')
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex')
  const whole = wholeOf(value)
  return whole?.toString(16) ?? raise(wrong('x', value))
}

function numberOf(value: CelValue, letter: string): number {
  if (typeof value === 'number') return value
  if (value === 'NaN') return Number.NaN
  if (value === 'Infinity') return Infinity
  if (value === '-Infinity') return -Infinity
  throw wrong(letter, value)
}

const infinite = (value: number): string | undefined =>
  Number.isNaN(value) ? 'NaN' : Number.isFinite(value) ? undefined : value > 0 ? '∞' : '-∞'

function fixed(value: CelValue, digits: number): string {
  const number = numberOf(value, 'f')
  const [whole = '', rest] = number.toFixed(Math.min(digits, 100)).split('.')
  return (
    infinite(number) ?? `${whole.replace(/\B(?=(?:\d{3})+$)/gu, ',')}${rest === undefined ? '' : `.${rest}`}`
  )
}

function scientific(value: CelValue, digits: number): string {
  const number = numberOf(value, 'e')
  const special = infinite(number)
  if (special !== undefined) return special
  const [mantissa = '', power = '0'] = number.toExponential(Math.min(digits, 100)).split('e')
  const exponent = Number(power)
  const raised = String(Math.abs(exponent))
    .padStart(2, '0')
    .replace(/\d/gu, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)] ?? digit)
  return `${mantissa}×10${exponent < 0 ? '⁻' : ''}${raised}`
}

/** %s: strings as they are, lists and maps as CEL writes them. */
function plain(value: CelValue): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return formatDouble(value)
  if (value instanceof Uint8Array) return Buffer.from(value).toString()
  if (value instanceof CelTimestamp || value instanceof CelDuration) return value.toString()
  return inner(value)
}

function inner(value: CelValue): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (value === null || typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  if (typeof value === 'number')
    return Number.isFinite(value) ? value.toFixed(DIGITS) : `"${formatDouble(value)}"`
  if (value instanceof CelUint) return String(value.value)
  if (value instanceof CelTypeValue) return value.name
  if (value instanceof Uint8Array) return `b${JSON.stringify(Buffer.from(value).toString())}`
  if (value instanceof CelTimestamp) return `timestamp("${value}")`
  if (value instanceof CelDuration) return `duration("${value}")`
  if (value instanceof CelList) return `[${value.items().map(inner).join(', ')}]`
  if (value instanceof CelMap) {
    const entries = value.keys().map((key) => [inner(key), inner(value.get(key) ?? null)] as const)
    entries.sort(([a], [b]) => compareText(a, b))
    return `{${entries.map(([key, item]) => `${key}:${item}`).join(', ')}}`
  }
  throw wrong('s', value)
}
