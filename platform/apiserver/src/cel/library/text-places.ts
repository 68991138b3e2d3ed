import { CelRuntimeError } from '../cel-error.ts'

const outOfRange = (index: bigint): CelRuntimeError => new CelRuntimeError(`index out of range: ${index}`)

/** The character at a place; nothing right after the end. */
export function charAt(text: string, index: bigint): string {
  const points = [...text]
  if (index < 0n || index > BigInt(points.length)) throw outOfRange(index)
  return points[Number(index)] ?? ''
}

/** Where a part begins, looked for from `offset` on; -1 when nowhere. */
export function indexOf(text: string, part: string, offset = 0n): bigint {
  if (part === '') return offset
  if (offset < 0n) throw outOfRange(offset)
  const points = [...text]
  const wanted = [...part]
  for (let at = Number(offset); at <= points.length - wanted.length; at++)
    if (isAt(points, wanted, at)) return BigInt(at)
  return -1n
}

/** Where a part last begins, looked for from `offset` down; -1 when nowhere. */
export function lastIndexOf(text: string, part: string, offset?: bigint): bigint {
  const points = [...text]
  if (part === '') return offset ?? BigInt(points.length)
  const wanted = [...part]
  if (offset === undefined && points.length < wanted.length) return -1n
  const start = offset ?? BigInt(points.length - 1)
  if (start < 0n) throw outOfRange(start)
  if (start >= BigInt(points.length)) return -1n
  for (let at = Math.min(Number(start), points.length - wanted.length); at >= 0; at--) {
    if (isAt(points, wanted, at)) return BigInt(at)
  }
  return -1n
}

function isAt(points: readonly string[], wanted: readonly string[], at: number): boolean {
  return wanted.every((point, step) => points[at + step] === point)
}

/** The characters from `start` up to `end`. */
export function substring(text: string, start: bigint, end?: bigint): string {
  const points = [...text]
  const length = BigInt(points.length)
  if (end !== undefined && start > end) {
    throw new CelRuntimeError(`invalid substring range. start: ${start}, end: ${end}`)
  }
  if (start < 0n || start > length) throw outOfRange(start)
  if (end !== undefined && (end < 0n || end > length)) throw outOfRange(end)
  return points.slice(Number(start), end === undefined ? undefined : Number(end)).join('')
}
