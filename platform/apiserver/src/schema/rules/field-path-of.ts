import type { Schema } from '../schema.ts'

/** Reads a rule's fieldPath, such as `.spec['a b']`, as Kubernetes prints it: undefined where it leads nowhere. */
export function fieldPathOf(text: string, schema: Schema): string | undefined {
  const tokens = tokensOf(text)
  let at: Schema | undefined = schema
  let path = ''
  for (let next = tokens.shift(); next !== undefined; next = tokens.shift()) {
    const name = next === '.' ? tokens.shift() : next === '[' ? quotedName(tokens) : undefined
    if (name === undefined || at === undefined) return undefined
    const { properties, additionalProperties }: Schema = at
    if (properties !== undefined) {
      if (!Object.hasOwn(properties, name)) return undefined
      at = properties[name]
      path = path === '' ? name : `${path}.${name}`
    } else {
      if (additionalProperties === undefined) return undefined
      at = typeof additionalProperties === 'object' ? additionalProperties : undefined
      path = `${path}[${name}]`
    }
  }
  return path
}

/** Dots and brackets, and what stands between them; inside single quotes both are plain letters. */
function tokensOf(text: string): string[] {
  return (
    text.match(/'(?:[^'\\]|\\[\s\S])*(?:'|$)|[.[\]]|[^.[\]']?[^.[\]]*/gy)?.filter((token) => token !== '') ??
    []
  )
}

const ESCAPES: Readonly<Record<string, string>> = {
  ...{ a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' },
  ...{ "'": "'", '\\': '\\' },
}

function quotedName(tokens: string[]): string | undefined {
  const [token = '', end] = tokens.splice(0, 2)
  if (token.length < 2 || !token.startsWith("'") || !token.endsWith("'") || end !== ']') return undefined
  const inside = token.slice(1, -1)
  const isKnown = [...inside.matchAll(/\\(.)/g)].every(([, letter = '']) => letter in ESCAPES)
  return isKnown ? inside.replace(/\\(.)/g, (_, letter: string) => ESCAPES[letter] ?? '') : undefined
}
