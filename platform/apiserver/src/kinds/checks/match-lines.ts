export interface Match {
  readonly inA: number
  readonly inB: number
  readonly size: number
}

interface Span {
  readonly a: readonly [number, number]
  readonly b: readonly [number, number]
}

/** From so many lines on, those that come too often do not begin a match. */
const MANY = 200

/** The longest run of lines that two texts share, and so on before and after it: what difflib finds. Ends with an empty one. */
export function matchLines(a: readonly string[], b: readonly string[]): readonly Match[] {
  const places = placesOf(b)
  const found: Match[] = []
  const search = (span: Span): void => {
    const match = longest(span, { a, b, places })
    if (match.size === 0) return
    const { inA, inB, size } = match
    search({ a: [span.a[0], inA], b: [span.b[0], inB] })
    found.push(match)
    search({ a: [inA + size, span.a[1]], b: [inB + size, span.b[1]] })
  }
  search({ a: [0, a.length], b: [0, b.length] })
  return [...joined(found), { inA: a.length, inB: b.length, size: 0 }]
}

function placesOf(lines: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const places = Map.groupBy(lines.keys(), (at) => lines[at] ?? '')
  const most = Math.floor(lines.length / 100) + 1
  if (lines.length < MANY) return places
  return new Map([...places].filter(([, found]) => found.length <= most))
}

interface Texts {
  readonly a: readonly string[]
  readonly b: readonly string[]
  readonly places: ReadonlyMap<string, readonly number[]>
}

function longest({ a: [startA, endA], b: [startB, endB] }: Span, { a, b, places }: Texts): Match {
  let best: Match = { inA: startA, inB: startB, size: 0 }
  let lengths = new Map<number, number>()
  for (let at = startA; at < endA; at += 1) {
    const next = new Map<number, number>()
    for (const place of places.get(a[at] ?? '') ?? []) {
      if (place < startB) continue
      if (place >= endB) break
      const size = (lengths.get(place - 1) ?? 0) + 1
      next.set(place, size)
      if (size > best.size) best = { inA: at - size + 1, inB: place - size + 1, size }
    }
    lengths = next
  }
  let { inA, inB, size } = best
  while (inA > startA && inB > startB && a[inA - 1] === b[inB - 1])
    [inA, inB, size] = [inA - 1, inB - 1, size + 1]
  while (inA + size < endA && inB + size < endB && a[inA + size] === b[inB + size]) size += 1
  return { inA, inB, size }
}

/** Matches that touch are one. */
function joined(matches: readonly Match[]): readonly Match[] {
  const all: Match[] = []
  for (const match of matches) {
    const last = all.at(-1)
    if (last && last.inA + last.size === match.inA && last.inB + last.size === match.inB)
      all[all.length - 1] = { ...last, size: last.size + match.size }
    else all.push(match)
  }
  return all
}
