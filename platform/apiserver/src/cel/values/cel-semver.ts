import { quote } from '../../json/quote.ts'
import { CelRuntimeError } from '../cel-error.ts'
import { CelOpaque } from './cel-opaque.ts'
import { compareText } from './compare.ts'

/** A semantic version. Builds do not count when versions are compared. */
export class CelSemver extends CelOpaque {
  override readonly typeName = 'kubernetes.Semver'
  readonly numbers: readonly bigint[]
  readonly pre: readonly (bigint | string)[]

  constructor(numbers: readonly bigint[], pre: readonly (bigint | string)[]) {
    super()
    this.numbers = numbers
    this.pre = pre
  }

  override isSame(other: CelOpaque): boolean {
    return other instanceof CelSemver && this.compare(other) === 0
  }

  /** -1, 0 or 1. */
  compare(other: CelSemver): number {
    for (let at = 0; at < 3; at++) {
      const [a, b] = [this.numbers[at] ?? 0n, other.numbers[at] ?? 0n]
      if (a !== b) return a < b ? -1 : 1
    }
    if (this.pre.length === 0 || other.pre.length === 0) return Math.sign(other.pre.length - this.pre.length)
    for (let at = 0; at < Math.min(this.pre.length, other.pre.length); at++) {
      const order = compareParts(this.pre[at] ?? '', other.pre[at] ?? '')
      if (order !== 0) return order
    }
    return Math.sign(this.pre.length - other.pre.length)
  }
}

function compareParts(a: bigint | string, b: bigint | string): number {
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b)
  if (typeof a !== typeof b) return typeof a === 'bigint' ? -1 : 1
  return a < b ? -1 : a > b ? 1 : 0
}

const failed = (why: string): CelRuntimeError => new CelRuntimeError(why)

/** Reads a version; throws the failure in the words of Go's library. */
export function parseSemver(text: string): CelSemver {
  if (text === '') throw failed('Version string empty')
  const [major, minor, ...more] = text.split('.')
  if (more.length === 0) throw failed('No Major.Minor.Patch elements found')
  const rest = more.join('.')
  const plus = rest.indexOf('+')
  const before = plus < 0 ? rest : rest.slice(0, plus)
  const dash = before.indexOf('-')
  const patch = dash < 0 ? before : before.slice(0, dash)
  const numbers = [number('Major', major ?? ''), number('Minor', minor ?? ''), number('Patch', patch)]
  const pre =
    dash < 0
      ? []
      : before
          .slice(dash + 1)
          .split('.')
          .map(preRelease)
  if (plus >= 0) for (const part of rest.slice(plus + 1).split('.')) checkBuild(part)
  return new CelSemver(numbers, pre)
}

function number(name: string, text: string): bigint {
  if (!/^\d+$/u.test(text))
    throw failed(`Invalid character(s) found in ${name.toLowerCase()} number ${quote(text)}`)
  if (/^0\d/u.test(text)) throw failed(`${name} number must not contain leading zeroes ${quote(text)}`)
  const value = BigInt(text)
  if (BigInt.asUintN(64, value) !== value)
    throw failed(`strconv.ParseUint: parsing ${quote(text)}: value out of range`)
  return value
}

function preRelease(text: string): bigint | string {
  if (text === '') throw failed('Prerelease is empty')
  if (!/^\d+$/u.test(text)) {
    if (/^[0-9A-Za-z-]+$/u.test(text)) return text
    throw failed(`Invalid character(s) found in prerelease ${quote(text)}`)
  }
  if (/^0\d/u.test(text))
    throw failed(`Numeric PreRelease version must not contain leading zeroes ${quote(text)}`)
  return BigInt(text)
}

function checkBuild(text: string): void {
  if (text === '') throw failed('Build meta data is empty')
  if (!/^[0-9A-Za-z-]+$/u.test(text))
    throw failed(`Invalid character(s) found in build meta data ${quote(text)}`)
}

/** Reads a version after making it one: no leading v, no leading zeros, missing numbers are 0. */
export function parseLooseSemver(text: string): CelSemver {
  const [major = '', minor, ...more] = text.replace(/^v/u, '').split('.')
  const parts = [
    major,
    ...(minor === undefined ? [] : [minor]),
    ...(more.length === 0 ? [] : [more.join('.')]),
  ]
  const trimmed = parts.map((part) =>
    part.length > 1 ? part.replace(/^0+/u, '').replace(/^(?!\d)/u, '0') : part,
  )
  if (trimmed.length < 3 && /[+-]/u.test(trimmed.at(-1) ?? '')) {
    throw failed('short version cannot contain PreRelease/Build meta data')
  }
  while (trimmed.length < 3) trimmed.push('0')
  return parseSemver(trimmed.join('.'))
}
