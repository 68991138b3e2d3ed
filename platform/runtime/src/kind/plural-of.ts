/** The usual plural of a kind in paths: `Device` → `devices`, `Policy` → `policies`, `Ingress` → `ingresses`. */
export function pluralOf(kind: string): string {
  const word = kind.toLowerCase()
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`
  return /(?:s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`
}
