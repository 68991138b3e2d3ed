import { quote } from '../../json/quote.ts'
import { CelOpaque } from './cel-opaque.ts'

/** An IP address: 4 or 16 bytes. */
export class CelIp extends CelOpaque {
  override readonly typeName = 'net.IP'
  readonly bytes: readonly number[]

  constructor(bytes: readonly number[]) {
    super()
    this.bytes = bytes
  }

  get size(): number {
    return this.bytes.length
  }

  override isSame(other: CelOpaque): boolean {
    return other instanceof CelIp && other.bytes.join() === this.bytes.join()
  }

  /** The one canonical form. */
  override toString(): string {
    if (this.bytes.length === 4) return this.bytes.join('.')
    const groups = Array.from({ length: 8 }, (_, at) =>
      (this.#byte(2 * at) * 256 + this.#byte(2 * at + 1)).toString(16),
    )
    const [start, length] = longestZeros(groups)
    if (length < 2) return groups.join(':')
    return `${groups.slice(0, start).join(':')}::${groups.slice(start + length).join(':')}`
  }

  #byte(at: number): number {
    return this.bytes[at] ?? 0
  }

  get isUnspecified(): boolean {
    return this.bytes.every((byte) => byte === 0)
  }

  get isLoopback(): boolean {
    if (this.size === 4) return this.#byte(0) === 127
    return this.#byte(15) === 1 && this.bytes.slice(0, 15).every((byte) => byte === 0)
  }

  get isMulticast(): boolean {
    return this.size === 4 ? this.#byte(0) >= 224 && this.#byte(0) < 240 : this.#byte(0) === 0xff
  }

  get isLinkLocalMulticast(): boolean {
    if (this.size === 4) return this.#byte(0) === 224 && this.#byte(1) === 0 && this.#byte(2) === 0
    return this.#byte(0) === 0xff && this.#byte(1) % 16 === 2
  }

  get isLinkLocalUnicast(): boolean {
    if (this.size === 4) return this.#byte(0) === 169 && this.#byte(1) === 254
    return this.#byte(0) === 0xfe && this.#byte(1) >= 0x80 && this.#byte(1) < 0xc0
  }

  get isGlobalUnicast(): boolean {
    const broadcast = this.size === 4 && this.bytes.every((byte) => byte === 255)
    return !(
      broadcast ||
      this.isUnspecified ||
      this.isLoopback ||
      this.isMulticast ||
      this.isLinkLocalUnicast
    )
  }

  get isMapped(): boolean {
    return (
      this.size === 16 &&
      this.bytes.slice(0, 10).every((byte) => byte === 0) &&
      this.#byte(10) === 255 &&
      this.#byte(11) === 255
    )
  }
}

function longestZeros(groups: readonly string[]): readonly [number, number] {
  let best: readonly [number, number] = [0, 0]
  for (let at = 0; at < groups.length; at++) {
    let end = at
    while (groups[end] === '0') end++
    if (end - at > best[1]) best = [at, end - at]
    at = Math.max(at, end - 1)
  }
  return best
}

/** The bytes of an address, or what Go says is wrong with it. */
export function parseAddress(text: string): CelIp | string {
  const first = /[.:%]/u.exec(text)?.[0]
  const why = (reason: string): string => `ParseAddr(${quote(text)}): ${reason}`
  if (first === undefined) return why('unable to parse IP')
  if (first === '%') return why('missing IPv6 address')
  const found = first === '.' ? parse4(text) : parse6(text)
  return typeof found === 'string' ? why(found) : new CelIp(found)
}

function parse4(text: string): readonly number[] | string {
  const bytes: number[] = []
  let value = 0
  let digits = 0
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? ''
    if (/\d/u.test(letter)) {
      if (digits === 1 && value === 0) return 'IPv4 field has octet with leading zero'
      value = value * 10 + Number(letter)
      digits++
      if (value > 255) return 'IPv4 field has value >255'
    } else if (letter === '.') {
      if (at === 0 || at === text.length - 1 || text[at - 1] === '.') {
        return `IPv4 field must have at least one digit (at ${quote(text.slice(at))})`
      }
      if (bytes.length === 3) return 'IPv4 address too long'
      bytes.push(value)
      value = 0
      digits = 0
    } else return `unexpected character (at ${quote(text.slice(at))})`
  }
  if (bytes.length < 3) return 'IPv4 address too short'
  return [...bytes, value]
}

function parse6(text: string): readonly number[] | string {
  const halves = text.split('::')
  if (halves.length > 2) return `multiple :: in address (at ${quote(`:${halves.slice(2).join('::')}`)})`
  const groups: (readonly number[])[] = []
  for (const [at, half] of halves.entries()) {
    const bytes = half === '' ? [] : groupBytes(half, at === 0 && halves.length > 1 ? `::${halves[1]}` : '')
    if (typeof bytes === 'string') return bytes
    groups.push(bytes)
  }
  const [before = [], after] = groups
  const count = before.length + (after?.length ?? 0)
  if (after === undefined)
    return count === 16 ? before : count > 16 ? 'trailing garbage after address' : 'address string too short'
  if (count >= 16) return 'the :: must expand to at least one field of zeros'
  return [...before, ...Array.from({ length: 16 - count }, () => 0), ...after]
}

function groupBytes(half: string, tail: string): readonly number[] | string {
  const bytes: number[] = []
  const words = half.split(':')
  for (const [at, word] of words.entries()) {
    if (at === words.length - 1 && word.includes('.')) {
      const four = parse4(word)
      if (typeof four === 'string') return four
      bytes.push(...four)
      continue
    }
    const rest = quote(words.slice(at).join(':') + tail)
    if (word === '' && at === words.length - 1) return `colon must be followed by more characters (at ":")`
    if (!/^[0-9a-fA-F]/u.test(word))
      return `each colon-separated field must have at least one digit (at ${rest})`
    if (/^[0-9a-fA-F]{5}/u.test(word)) return `each group must have 4 or less digits (at ${rest})`
    if (!/^[0-9a-fA-F]+$/u.test(word))
      return `unexpected character, want colon (at ${quote(
        word.replace(/^[0-9a-fA-F]+/u, '') +
          words
            .slice(at + 1)
            .map((next) => `:${next}`)
            .join('') +
          tail,
      )})`
    const value = Number.parseInt(word, 16)
    bytes.push(value >> 8, value & 255)
  }
  return bytes
}
