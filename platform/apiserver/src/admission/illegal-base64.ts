const LETTER = /[A-Za-z0-9+/]/

/** Where a text stops being base64, as Go's decoder counts; undefined if it is. Line breaks do not matter. */
export function illegalBase64(text: string): number | undefined {
  const next = (at: number): number => {
    let place = at
    while (text[place] === '\n' || text[place] === '\r') place += 1
    return place
  }
  let place = next(0)
  while (place < text.length) {
    for (let count = 0; count < 4; count += 1, place = next(place + 1)) {
      const character = text[place]
      if (character === undefined) return place - count
      if (LETTER.test(character)) continue
      if (character !== '=' || count < 2) return place
      const end = paddingEnd(text, { place, count, next })
      return end.ok ? undefined : end.at
    }
  }
  return undefined
}

interface Padding {
  readonly place: number
  readonly count: number
  readonly next: (at: number) => number
}

/** After two letters there are two signs, after three one; nothing comes after them. */
function paddingEnd(text: string, { place, count, next }: Padding): { ok: true } | { ok: false; at: number } {
  let after = next(place + 1)
  if (count === 2) {
    if (after === text.length) return { ok: false, at: text.length }
    if (text[after] !== '=') return { ok: false, at: after - 1 }
    after = next(after + 1)
  }
  return after < text.length ? { ok: false, at: after } : { ok: true }
}
