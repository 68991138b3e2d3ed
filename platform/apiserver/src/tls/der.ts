/** The few pieces of ASN.1 DER that a certificate is made of. */

const tagged = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content])
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length])
  const bytes = Buffer.from(length.toString(16).padStart(length > 0xff ? 4 : 2, '0'), 'hex')
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes])
}

export const sequence = (...parts: readonly Uint8Array[]): Buffer => tagged(0x30, ...parts)
export const setOf = (...parts: readonly Uint8Array[]): Buffer => tagged(0x31, ...parts)
export const octets = (content: Uint8Array): Buffer => tagged(0x04, content)
export const bits = (content: Uint8Array, unused = 0): Buffer => tagged(0x03, Buffer.from([unused]), content)
export const utf8 = (text: string): Buffer => tagged(0x0c, Buffer.from(text))
export const truth = (): Buffer => tagged(0x01, Buffer.from([0xff]))
/** A part that is known by its number alone; constructed ones hold others. */
export const context = (number: number, content: Uint8Array, constructed = true): Buffer =>
  tagged((constructed ? 0xa0 : 0x80) | number, content)

/** A whole number of zero or more, from its bytes: a leading bit would make it negative, leading zeros are refused. */
export function integer(bytes: Uint8Array): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0)
  const digits = first < 0 ? Buffer.from([0]) : bytes.subarray(first)
  return tagged(0x02, (digits[0] ?? 0) & 0x80 ? Buffer.concat([Buffer.from([0]), digits]) : digits)
}

export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return tagged(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

function base128(number: number): number[] {
  const digits = [number & 0x7f]
  for (let left = number >> 7; left > 0; left >>= 7) digits.unshift((left & 0x7f) | 0x80)
  return digits
}

/** YYYYMMDDHHMMSSZ from 2050 on, two digits of the year before. */
export function time(ms: number): Buffer {
  const text = `${new Date(ms).toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`
  return text < '2050' ? tagged(0x17, Buffer.from(text.slice(2))) : tagged(0x18, Buffer.from(text))
}
