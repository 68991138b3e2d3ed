import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { messageOf } from '@reeve/ground'
import { runProgram } from './run-program.ts'

/** How the client of one language is built. */
interface Recipe {
  /** Says which toolchain there is; is part of what a build is known by. */
  readonly version: readonly [string, ...string[]]
  readonly missing: string
  readonly coldSeconds: number
  /** What the build reads, by the ends of the names. */
  readonly sources: RegExp
  build(folder: string, binary: string, cache: string): Promise<unknown>
}

const FOLDER = import.meta.dirname

const RECIPES = {
  go: {
    version: ['go', 'version'],
    missing: 'needs Go; get it from https://go.dev/dl/ and put its bin directory into PATH',
    coldSeconds: 115,
    sources: /\.(?:go|mod|sum)$/,
    build: (folder, binary) =>
      runProgram(['go', 'build', '-trimpath', '-buildvcs=false', '-ldflags', '-s -w', '-o', binary, '.'], {
        cwd: folder,
        env: { CGO_ENABLED: '0', GOTOOLCHAIN: 'local' },
      }),
  },
  rust: {
    version: ['cargo', '--version'],
    missing: 'needs Rust; get it from https://rustup.rs and put its bin directory into PATH',
    coldSeconds: 75,
    sources: /\.(?:rs|toml|lock)$/,
    build: async (folder, binary, cache) => {
      const target = join(cache, 'rust-target')
      await runProgram(['cargo', 'build', '--locked'], { cwd: folder, env: { CARGO_TARGET_DIR: target } })
      await copyFile(join(target, 'debug', 'reeve-client-rust'), binary)
    },
  },
} as const satisfies Record<string, Recipe>

export type ClientLanguage = keyof typeof RECIPES

/** A client program that is there to be run, or why it is not. */
export type BuiltClient =
  | { readonly available: true; readonly binary: string }
  | { readonly available: false; readonly reason: string }

/**
 * Builds the client program of a language, unless a run before built it from the same sources with the same toolchain.
 * A missing toolchain fails the file under `CI=true`; elsewhere it says that the suite is skipped, and why.
 */
export async function buildClient(language: ClientLanguage): Promise<BuiltClient> {
  const recipe: Recipe = RECIPES[language]
  const version = await toolchain(recipe)
  if (version === undefined) {
    if (process.env.CI === 'true') throw new Error(`cannot build the ${language} client: ${recipe.missing}`)
    say(`skipping the ${language} client: ${recipe.missing}`)
    return { available: false, reason: recipe.missing }
  }
  const folder = join(FOLDER, language)
  const cache = join(
    process.env.REEVE_CACHE ?? process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'),
    'reeve',
    'clients',
  )
  const binary = join(cache, `${language}-${await keyOf(folder, recipe.sources, version)}`)
  if (existsSync(binary)) return { available: true, binary }
  await mkdir(cache, { recursive: true })
  const since = performance.now()
  const seconds = (): string => `${Math.round((performance.now() - since) / 1_000)} s`
  const words = `building the ${language} client (about ${recipe.coldSeconds} s with cold caches)`
  say(words)
  const timer = setInterval(() => say(`${words}: ${seconds()} so far`), 10_000)
  // A build that is cut short leaves this name behind, never the real one; two at once do not meet.
  const half = `${binary}.${process.pid}.half`
  try {
    await recipe.build(folder, half, cache)
    await rename(half, binary)
  } finally {
    clearInterval(timer)
    await rm(half, { force: true })
  }
  say(`${words}: done in ${seconds()}`)
  return { available: true, binary }
}

async function toolchain(recipe: Recipe): Promise<string | undefined> {
  try {
    return await runProgram(recipe.version)
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined
    throw new Error(`cannot ask for the toolchain: ${messageOf(cause)}`, { cause })
  }
}

async function keyOf(folder: string, sources: RegExp, version: string): Promise<string> {
  const hash = createHash('sha256').update(version)
  const files = (await readdir(folder, { recursive: true })).filter((file) => sources.test(file)).sort()
  for (const file of files) hash.update(file).update(await readFile(join(folder, file)))
  return hash.digest('hex').slice(0, 16)
}

function say(line: string): void {
  process.stderr.write(`  ${line}\n`)
}
