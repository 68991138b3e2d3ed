import { readFileSync } from 'node:fs'

/** The version of this command, as its package says it; the same from sources and from a build. */
export function version(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { readonly version: string }).version
}
