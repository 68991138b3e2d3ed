import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { messageOf } from '@reeve/ground'

/** A project whose definitions are compared, at one version for ever. */
export interface Project {
  readonly module: string
  readonly version: string
  /** Where in the module its definitions are. */
  readonly folder: string
}

export type Fetched =
  | { readonly available: true; readonly definitions: readonly string[] }
  | { readonly available: false; readonly reason: string }

const run = promisify(execFile)

/** The definitions of a project as YAML: from the cache, or by the Go command from its module proxy. */
export async function fetchDefinitions(
  project: Project,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Fetched> {
  const root = env.REEVE_CACHE ?? env.XDG_CACHE_HOME ?? join(homedir(), '.cache')
  const name = `${project.module.replaceAll('/', '_')}@${project.version}`
  const kept = join(root, 'reeve', 'definitions', name)
  try {
    const names = await readdir(kept).catch(() => download(project, kept))
    const files = names.filter((file) => file.endsWith('.yaml')).sort()
    const texts = await Promise.all(files.map((file) => readFile(join(kept, file), 'utf8')))
    return { available: true, definitions: texts.filter((text) => text.includes('\nkind: CustomResource')) }
  } catch (cause) {
    if (isMissing(cause) && env.CI === 'true') throw cause
    return { available: false, reason: `cannot fetch ${name}: ${messageOf(cause)}` }
  }
}

async function download({ module, version, folder }: Project, kept: string): Promise<readonly string[]> {
  const go = ['mod', 'download', '-json', `${module}@${version}`]
  const { stdout } = await run('go', go, { cwd: tmpdir(), timeout: 100_000 })
  const { Dir } = JSON.parse(stdout) as { readonly Dir: string }
  // A copy that is cut short leaves another name behind, never the real one.
  const half = `${kept}.${process.pid}`
  await mkdir(half, { recursive: true })
  for (const file of await readdir(join(Dir, folder))) await cp(join(Dir, folder, file), join(half, file))
  await rename(half, kept).catch(() => rm(half, { recursive: true }))
  return readdir(kept)
}

function isMissing(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ENOENT'
}
