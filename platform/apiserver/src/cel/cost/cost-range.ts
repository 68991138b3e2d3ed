/** A cost or a size, at least and at most. Nothing is greater than MOST: what would be is MOST. */
export interface CostRange {
  readonly min: number
  readonly max: number
}

/** More than anything can cost: nothing is counted beyond it. */
export const MOST = 2 ** 64
/** No cost at all. */
export const NOTHING: CostRange = { min: 0, max: 0 }
/** A size that nothing bounds. */
export const UNKNOWN: CostRange = { min: 0, max: MOST }

const capped = (value: number): number => Math.min(value, MOST)

/** The same at least and at most. */
export const exactly = (value: number): CostRange => ({ min: value, max: value })

/** All of them, one after the other. */
export function plus(...ranges: readonly CostRange[]): CostRange {
  let min = 0
  let max = 0
  for (const range of ranges) {
    min += range.min
    max += range.max
  }
  return { min: capped(min), max: capped(max) }
}

/** One for each of the other. */
export function times(a: CostRange, b: CostRange): CostRange {
  return { min: capped(a.min * b.min), max: capped(a.max * b.max) }
}

/** Each end times a factor, rounded up. */
export function scaled(range: CostRange, factor: number): CostRange {
  return { min: capped(Math.ceil(range.min * factor)), max: capped(Math.ceil(range.max * factor)) }
}

/** The range that holds both. */
export function union(a: CostRange, b: CostRange): CostRange {
  return { min: Math.min(a.min, b.min), max: Math.max(a.max, b.max) }
}
