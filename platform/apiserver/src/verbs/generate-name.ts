import { integerBelow, type Random } from '@reeve/ground'

/** No vowels and nothing that looks like another: no word comes of it by chance. */
const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789'
const LENGTH = 5
const LONGEST = 63

/** A name from `generateName`: cut to leave room, with five characters by chance. */
export function generateName(base: string, random: Random): string {
  const suffix = Array.from({ length: LENGTH }, () => ALPHABET[integerBelow(random, ALPHABET.length)])
  return base.slice(0, LONGEST - LENGTH) + suffix.join('')
}

/** A version 4 UUID. */
export function newUid(random: Random): string {
  const bytes = random.bytes(16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Buffer.from(bytes).toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
