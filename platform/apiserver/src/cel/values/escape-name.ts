const RESERVED = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
)
const ESCAPES: Readonly<Record<string, string>> = {
  __: '__underscores__',
  '.': '__dot__',
  '-': '__dash__',
  '/': '__slash__',
}
const WORDS: Readonly<Record<string, string>> = { underscores: '__', dot: '.', dash: '-', slash: '/' }

/** How an expression writes a field's name; undefined for names that no expression can reach. */
export function escapeName(name: string): string | undefined {
  if (!/^[A-Za-z_./-][A-Za-z0-9_./-]*$/u.test(name)) return undefined
  if (RESERVED.has(name)) return `__${name}__`
  return name.replace(/__|[-./]/gu, (found) => ESCAPES[found] ?? found)
}

/** The name in JSON that an expression's word stands for; undefined when its escapes are wrong. */
export function unescapeName(word: string): string | undefined {
  if (!word.includes('__')) return word
  let right = true
  const name = word.replace(/__[^_]+__/gu, (found) => {
    const inner = found.slice(2, -2)
    if (WORDS[inner] !== undefined) return WORDS[inner]
    if (!RESERVED.has(inner) || found.length !== word.length) right = false
    return inner
  })
  return right ? name : undefined
}
