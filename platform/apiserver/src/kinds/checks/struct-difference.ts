import { formatJson } from '../../json/format-json.ts'
import type { JsonObject } from '../../json/json-value.ts'
import { type Match, matchLines } from './match-lines.ts'

const CONTEXT = 3

/** How two structs differ, line by line, as the real server adds it to a refusal. */
export function structDifference(before: JsonObject, after: JsonObject): string {
  const [a, b] = [linesOf(before), linesOf(after)]
  return hunksOf(changesOf(matchLines(a, b)))
    .map((hunk) => hunkText(hunk, a, b))
    .join('')
}

function linesOf(value: JsonObject): readonly string[] {
  const text = formatJson(value, { indent: 1 }).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return text.split('\n')
}

interface Change {
  readonly isSame: boolean
  readonly a: readonly [number, number]
  readonly b: readonly [number, number]
}

function changesOf(matches: readonly Match[]): readonly Change[] {
  const changes: Change[] = []
  let [a, b] = [0, 0]
  for (const { inA, inB, size } of matches) {
    if (a < inA || b < inB) changes.push({ isSame: false, a: [a, inA], b: [b, inB] })
    if (size > 0) changes.push({ isSame: true, a: [inA, inA + size], b: [inB, inB + size] })
    ;[a, b] = [inA + size, inB + size]
  }
  return changes
}

/** Changes with a few lines around them; those that are near to each other stay together. */
function hunksOf(changes: readonly Change[]): readonly (readonly Change[])[] {
  const hunks: Change[][] = []
  let hunk: Change[] = []
  for (const [at, change] of changes.entries()) {
    const { isSame, a, b } = change
    const isLast = at === changes.length - 1
    if (!isSame) hunk.push(change)
    else if (hunk.length === 0) hunk = [tail(change)]
    else if (a[1] - a[0] > 2 * CONTEXT || isLast) {
      const end = Math.min(a[0] + CONTEXT, a[1])
      hunks.push([...hunk, { isSame, a: [a[0], end], b: [b[0], b[0] + end - a[0]] }])
      hunk = isLast ? [] : [tail(change)]
    } else hunk.push(change)
  }
  return hunk.some(({ isSame }) => !isSame) ? [...hunks, hunk] : hunks
}

function tail({ a, b }: Change): Change {
  return {
    isSame: true,
    a: [Math.max(a[0], a[1] - CONTEXT), a[1]],
    b: [Math.max(b[0], b[1] - CONTEXT), b[1]],
  }
}

function hunkText(hunk: readonly Change[], a: readonly string[], b: readonly string[]): string {
  const [first, last] = [hunk[0], hunk.at(-1)]
  if (first === undefined || last === undefined) return ''
  const lines = hunk.flatMap((change) =>
    change.isSame
      ? a.slice(...change.a).map((line) => ` ${line}`)
      : [
          ...a.slice(...change.a).map((line) => `-${line}`),
          ...b.slice(...change.b).map((line) => `+${line}`),
        ],
  )
  const head = `@@ -${rangeText(first.a[0], last.a[1])} +${rangeText(first.b[0], last.b[1])} @@`
  return `${[head, ...lines].join('\n')}\n`
}

function rangeText(start: number, end: number): string {
  const length = end - start
  if (length === 1) return `${start + 1}`
  return `${length === 0 ? start : start + 1},${length}`
}
