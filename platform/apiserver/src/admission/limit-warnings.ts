const MOST_IN_ALL = 4096
const MOST_EACH = 256

/**
 * The warnings that are sent: none twice, none empty or unprintable, and all cut short where together they are too long
 * for a header.
 */
export function limitWarnings(warnings: readonly string[]): readonly string[] {
  const distinct = [...new Set(warnings)].filter((text) => text !== '' && isPrintable(text))
  const whole = distinct.map((text) => [...text])
  if (whole.reduce((sum, text) => sum + text.length, 0) <= MOST_IN_ALL) return distinct
  const sent: string[] = []
  let length = 0
  for (const text of whole.map((characters) => characters.slice(0, MOST_EACH))) {
    if (length >= MOST_IN_ALL) break
    sent.push(text.join(''))
    length += text.length
  }
  return sent
}

function isPrintable(text: string): boolean {
  return text.isWellFormed() && !/\p{Cc}/u.test(text)
}
