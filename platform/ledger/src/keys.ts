import { InvalidRequestError } from './errors.ts'
import type { Guard, Op, Span } from './ledger.ts'

/** A span as two bounds: from ≤ key < to; no `to` means to the end. */
export interface Bounds {
  readonly from: string
  readonly to: string | undefined
}

/**
 * The order of keys: by code point, which is the order of their UTF-8 bytes and so that of SQLite and etcd.
 * JavaScript's own order differs where surrogate pairs meet U+E000–U+FFFF.
 */
export function compareKeys(a: string, b: string): number {
  if (a === b) return 0
  const ascending = a < b
  // The order of code units is right unless the first differing one is a surrogate, so beyond U+D7FF.
  const [low, high] = ascending ? [a, b] : [b, a]
  for (let i = 0; ; i += 1) {
    const unit = high.charCodeAt(i)
    if (unit === low.charCodeAt(i)) continue
    if (unit < 0xd800 || i >= low.length) return ascending ? -1 : 1
    return rank(a.charCodeAt(i)) - rank(b.charCodeAt(i))
  }
}

/** Lifts surrogates above all other code units, as code points above U+FFFF are. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}

/** The first string after all that start with `prefix`; none if there is no such string. */
export function prefixEnd(prefix: string): string | undefined {
  const points = Array.from(prefix, (character) => character.codePointAt(0) ?? 0)
  for (let last = points.pop(); last !== undefined; last = points.pop()) {
    if (last < 0x10ffff) return String.fromCodePoint(...points, last === 0xd7ff ? 0xe000 : last + 1)
  }
  return undefined
}

export function boundsOf(span: Span): Bounds {
  const bounds = typeof span === 'string' ? { from: span, to: prefixEnd(span) } : span
  if (!bounds.from.isWellFormed() || bounds.to?.isWellFormed() === false) {
    throw new InvalidRequestError('cannot read span: its bounds are not well-formed strings')
  }
  return bounds
}

export function within(bounds: Bounds, key: string): boolean {
  return compareKeys(key, bounds.from) >= 0 && (bounds.to === undefined || compareKeys(key, bounds.to) < 0)
}

/** Refuses keys that some backend could not keep apart or could not store. */
export function checkKey(key: string): void {
  if (key === '') throw new InvalidRequestError('cannot use an empty key')
  if (!key.isWellFormed()) {
    throw new InvalidRequestError(`cannot use key ${JSON.stringify(key)}: it is not a well-formed string`)
  }
}

export function checkTxn(guards: readonly Guard[], ops: readonly Op[]): void {
  for (const guard of guards) checkKey(guard.key)
  if (ops.length === 1) return checkKey((ops[0] as Op).key)
  const named = new Set<string>()
  for (const op of ops) {
    checkKey(op.key)
    if (named.has(op.key)) {
      throw new InvalidRequestError(`cannot commit: key ${JSON.stringify(op.key)} is changed twice`)
    }
    named.add(op.key)
  }
}

export function checkLimit(limit: number | undefined): void {
  if (limit !== undefined && (!Number.isSafeInteger(limit) || limit < 1)) {
    throw new InvalidRequestError(`cannot read span: limit ${limit} is not a whole number above 0`)
  }
}

export function checkRevision(revision: number): void {
  if (!Number.isSafeInteger(revision) || revision < 1) {
    throw new InvalidRequestError(`cannot use ${revision} as a revision: not a whole number above 0`)
  }
}

export function checkTtl(ttlMs: number): void {
  if (!(ttlMs > 0) || !Number.isFinite(ttlMs)) {
    throw new InvalidRequestError(`cannot take a lease of ${ttlMs} ms: not a time`)
  }
}
