import { createHash } from 'node:crypto'

/** A name for exactly this content. */
export function etagOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').toUpperCase()
}
