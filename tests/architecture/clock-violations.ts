import { importsOf, lineAt } from './imports-of.ts'
import type { Repository, SourceFile } from './repository.ts'
import { isTest } from './rooms.ts'

const HELD = /^(?:platform|providers|apps)\//
/** Where the real clock and real chance live, and where virtual time is made. */
const EXEMPT = /^platform\/(?:ground\/src|testing)\//

const TIME = 'a Clock is handed in (@reeve/ground)'
const CHANCE = 'a Random is handed in (@reeve/ground)'

/** Not a method of something else, but possibly of what stands for the global scope. */
const GLOBAL = String.raw`(?:(?<![.\w$#])|\b(?:globalThis|global|window|self)\s*\.\s*)`

const USES: readonly (readonly [what: string, pattern: RegExp, instead: string])[] = [
  ['Date.now', /\bDate\s*(?:\?\.|\.)\s*now\b/g, TIME],
  ['Date by a computed name', /\bDate\s*\[/g, TIME],
  ['new Date() of now', /\bnew\s+Date\b(?!\s*\(\s*[^)\s])(?!\s*[.\w])/g, TIME],
  ['Date() of now', /(?<!\bnew\s+|[.\w$])Date\s*\(/g, TIME],
  ['Temporal.Now', /\bTemporal\s*\.\s*Now\b/g, TIME],
  ['performance', new RegExp(String.raw`${GLOBAL}performance\s*(?:\?\.|\.|\[)`, 'g'), TIME],
  ['process.hrtime', /\bhrtime\b/g, TIME],
  ['process.uptime', /\bprocess\s*\.\s*uptime\b/g, TIME],
  ['a timer', new RegExp(String.raw`${GLOBAL}(?:setTimeout|setInterval|setImmediate)\b`, 'g'), TIME],
  ['AbortSignal.timeout', /\bAbortSignal\s*\.\s*timeout\b/g, TIME],
  ['Math.random', /\bMath\s*(?:\.\s*random\b|\[)/g, CHANCE],
  ['randomness of crypto', /\b(?:random(?:UUID\w*|Bytes|Int|Fill|FillSync)|getRandomValues)\b/g, CHANCE],
]

const MODULES: Readonly<Record<string, string>> = {
  timers: TIME,
  'timers/promises': TIME,
  perf_hooks: TIME,
}

/** Holds that platform, providers and apps read no clock and draw no lots of their own, so that both can be simulated. */
export function clockViolations(repository: Repository): readonly string[] {
  return repository.files
    .filter(({ path }) => HELD.test(path) && !EXEMPT.test(path) && !isTest(path))
    .flatMap((file) => [...usesIn(file), ...modulesIn(file)])
}

function usesIn({ path, text, code }: SourceFile): readonly string[] {
  return USES.flatMap(([what, pattern, instead]) =>
    Array.from(
      code.matchAll(pattern),
      ({ index }) => `${path}:${lineAt(text, index)}: uses ${what}; ${instead}`,
    ),
  )
}

function modulesIn(file: SourceFile): readonly string[] {
  return importsOf(file).flatMap(({ specifier, line }) => {
    const instead = MODULES[specifier?.replace(/^node:/, '') ?? '']
    return instead === undefined ? [] : [`${file.path}:${line}: imports ${specifier}; ${instead}`]
  })
}
