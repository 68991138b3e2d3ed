/** Where two answers differ, and what each says there. */
export interface Difference {
  /** Such as `patches.immutable.code`. */
  readonly path: string
  readonly real: unknown
  readonly ours: unknown
}

/** A difference that is known, by its path, and why it is there. */
export type KnownDifferences = Readonly<Record<string, string>>

/** All differences but the known ones; one that is known and gone is told too, so that the list stays true. */
export function newDifferences(
  found: readonly Difference[],
  known: KnownDifferences,
): readonly (Difference | string)[] {
  const isUnder = (path: string, parent: string): boolean =>
    path.startsWith(parent) && /^(?:$|[.[ ])/.test(path.slice(parent.length))
  const stale = Object.keys(known).filter(
    (path) => !found.some((difference) => isUnder(difference.path, path)),
  )
  return [
    ...found.filter(({ path }) => !Object.keys(known).some((parent) => isUnder(path, parent))),
    ...stale.map((path) => `${path} no longer differs; take it off the list`),
  ]
}

/** Compares deep; lists of words by what only one of them has. */
export function differences(path: string, real: unknown, ours: unknown): readonly Difference[] {
  if (Object.is(real, ours)) return []
  if (isWords(real) && isWords(ours)) return wordDifferences(path, real, ours)
  if (Array.isArray(real) && Array.isArray(ours) && real.length === ours.length)
    return real.flatMap((item, at) => differences(`${path}[${at}]`, item, ours[at]))
  if (isRecord(real) && isRecord(ours))
    return [...new Set([...Object.keys(real), ...Object.keys(ours)])].flatMap((key) =>
      differences(`${path}.${key}`, real[key], ours[key]),
    )
  return [{ path, real, ours }]
}

function wordDifferences(
  path: string,
  real: readonly string[],
  ours: readonly string[],
): readonly Difference[] {
  const only = (mine: readonly string[], theirs: readonly string[], side: 'real' | 'ours') =>
    mine
      .filter((word) => !theirs.includes(word))
      .map((word) => ({ path: `${path}.${word}`, real: undefined, ours: undefined, [side]: word }))
  const found = [...only(real, ours, 'real'), ...only(ours, real, 'ours')]
  if (found.length > 0) return found
  return real.every((word, at) => word === ours[at]) && real.length === ours.length
    ? []
    : [{ path, real, ours }]
}

function isWords(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
