import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { codeOf } from './code-of.ts'

/** What the rules read of a package.json. */
export interface Manifest {
  readonly name?: string
  readonly type?: string
  readonly private?: boolean
  readonly exports?: Readonly<Record<string, unknown>> | string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/** A TypeScript file: its path from the repository's root, its text, and its text without comments and strings. */
export interface SourceFile {
  readonly path: string
  readonly text: string
  readonly code: string
}

/** All that the rules look at, as data: what is planted here is as good as what lies on the disk. */
export interface Repository {
  readonly files: readonly SourceFile[]
  /** By folder. */
  readonly manifests: ReadonlyMap<string, Manifest>
}

const ROOT = join(import.meta.dirname, '../..')
const SOURCES = '{platform,providers,apps,cli,console,bench,examples,tests,scripts}/**/*.{ts,tsx}'
const MANIFESTS = '{platform,providers,apps}/*/package.json'
const END_ROOM_MANIFESTS = '{cli,console}/package.json'

/** Builds a repository of texts by path; a package.json among them becomes a manifest. */
export function repositoryOf(texts: Readonly<Record<string, string>>): Repository {
  const files: SourceFile[] = []
  const manifests = new Map<string, Manifest>()
  for (const [path, text] of Object.entries(texts)) {
    if (path.endsWith('/package.json')) manifests.set(dirname(path), JSON.parse(text) as Manifest)
    else files.push({ path, text, code: codeOf(text) })
  }
  return { files, manifests }
}

/** The repository that this file lies in. */
export function readRepository(): Repository {
  const found = globSync([SOURCES, MANIFESTS, END_ROOM_MANIFESTS], {
    cwd: ROOT,
    exclude: ['**/node_modules/**', '**/dist/**'],
  })
  return repositoryOf(
    Object.fromEntries(found.sort().map((path) => [path, readFileSync(join(ROOT, path), 'utf8')])),
  )
}
