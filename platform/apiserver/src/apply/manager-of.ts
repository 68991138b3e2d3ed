const MOST_BYTES = 128

/** The field manager of a request that names none: what its User-Agent begins with, up to the first `/`. */
export function managerOf(userAgent: string): string {
  const [name = ''] = userAgent.split('/', 1)
  let manager = ''
  let bytes = 0
  for (const character of name) {
    if (!isPrintable(character)) continue
    bytes += Buffer.byteLength(character)
    if (bytes > MOST_BYTES) break
    manager += character
  }
  return manager
}

/** Whether a character is one that Go would print: letters, marks, numbers, punctuation, symbols, the plain space. */
export function isPrintable(character: string): boolean {
  return /[\p{L}\p{M}\p{N}\p{P}\p{S} ]/u.test(character)
}
