import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { realClock } from '@reeve/ground'
import { type Environment, readEnvironment } from './environment.ts'
import { ToolMissing } from './errors.ts'
import { type Say, sayOnStderr, withProgress } from './progress.ts'
import { runLogged } from './run-logged.ts'

/** Commands that come as Debian packages, and the packages that bring them. */
const PACKAGES = { openssl: 'openssl' } as const

export type DebianToolName = keyof typeof PACKAGES

/** The path of a command, installed first if that is allowed (root, and `CI=true` or `REEVE_INSTALL=1`). */
export async function debianTool(
  command: DebianToolName,
  options: { readonly environment?: Environment; readonly root?: boolean; readonly say?: Say } = {},
): Promise<string> {
  const { environment = readEnvironment(), root = process.getuid?.() === 0, say = sayOnStderr } = options
  const { env, install } = environment
  const found = findCommand(command, env)
  if (found !== undefined) return found
  const recipe = `apt-get update && apt-get install -y --no-install-recommends ${PACKAGES[command]}`
  const missing = `cannot use ${command}: not found in PATH`
  if (!install || !root) throw new ToolMissing(`${missing}; get it with: ${recipe}`)
  const apt = { env: { ...env, DEBIAN_FRONTEND: 'noninteractive' } }
  await withProgress(`installing ${PACKAGES[command]}`, () => runLogged(['sh', '-c', recipe], apt), {
    clock: realClock,
    say,
  })
  const installed = findCommand(command, env)
  if (installed === undefined) throw new ToolMissing(`${missing}, even after: ${recipe}`)
  return installed
}

function findCommand(command: string, env: NodeJS.ProcessEnv): string | undefined {
  const candidates = (env.PATH ?? '').split(delimiter).map((directory) => join(directory, command))
  return candidates.find(isExecutable)
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
