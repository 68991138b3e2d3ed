import type { CelValue } from '../cel-value.ts'
import { CelList } from './cel-list.ts'
import { CelMap } from './cel-map.ts'
import { CelOptional } from './cel-optional.ts'

/** How big a value is when costs are counted: characters, bytes, items, entries; 1 for what has no size. */
export function sizeOf(value: CelValue): number {
  if (typeof value === 'string') return textLength(value)
  if (typeof value !== 'object' || value === null) return 1
  if (value instanceof CelList || value instanceof Uint8Array) return value.length
  if (value instanceof CelMap) return value.size
  if (value instanceof CelOptional) return value.value === undefined ? 1 : sizeOf(value.value)
  if ('size' in value && typeof value.size === 'number') return value.size
  return 1
}

/** The number of code points. */
export function textLength(text: string): number {
  let count = text.length
  for (let at = 0; at < text.length - 1; at++) {
    const unit = text.charCodeAt(at)
    if (unit >= 0xd800 && unit < 0xdc00) {
      const next = text.charCodeAt(at + 1)
      if (next >= 0xdc00 && next < 0xe000) {
        count--
        at++
      }
    }
  }
  return count
}
