const DIGITS = 20
const PATTERN = /^journal-(\d{20})\.jsonl$/

/** One file of a journal: the records from `first` up to the next segment. */
export interface Segment {
  readonly first: number
  readonly bytes: number
}

/** Names sort as their sequences do. */
export function segmentName(first: number): string {
  return `journal-${String(first).padStart(DIGITS, '0')}.jsonl`
}

/** The first sequences of all segments among these names, oldest first. Other names are none of ours. */
export function segmentsAmong(names: readonly string[]): readonly number[] {
  const firsts = names.map((name) => Number(PATTERN.exec(name)?.[1] ?? 0))
  return firsts.filter((first) => first > 0 && Number.isSafeInteger(first)).sort((a, b) => a - b)
}

/** Where the bytes are kept that were cut off a segment. */
export function tornName(first: number, offset: number): string {
  return `${segmentName(first)}.torn-${offset}`
}

/** Those among these names that hold bytes cut off the segment. */
export function tornAmong(names: readonly string[], first: number): readonly string[] {
  return names.filter((name) => name.startsWith(`${segmentName(first)}.torn-`))
}
