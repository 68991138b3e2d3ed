import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { realClock } from '@reeve/ground'
import { type Environment, readEnvironment } from './environment.ts'
import { ToolMissing } from './errors.ts'
import { type Say, sayOnStderr, withProgress } from './progress.ts'
import { runLogged } from './run-logged.ts'

/** Tools that come as Debian packages: the commands that each consists of, and the packages that bring those. */
const TOOLS = {
  busybox: { busybox: 'busybox' },
  openssl: { openssl: 'openssl' },
  podman: {
    podman: 'podman',
    conmon: 'conmon',
    runc: 'runc',
    netavark: 'netavark',
    'aardvark-dns': 'aardvark-dns',
    iptables: 'iptables',
    catatonit: 'catatonit',
    busybox: 'busybox',
    ip: 'iproute2',
    unshare: 'util-linux',
  },
} as const satisfies Record<string, Record<string, string>>

/** Where Podman looks for the commands that only it runs. */
const HELPER_DIRECTORIES = ['/usr/lib/podman', '/usr/libexec/podman']

export type DebianToolName = keyof typeof TOOLS

/** The path of a command, installed first if that is allowed (root, and `CI=true` or `REEVE_INSTALL=1`). */
export async function debianTool(
  command: DebianToolName,
  options: { readonly environment?: Environment; readonly root?: boolean; readonly say?: Say } = {},
): Promise<string> {
  const { environment = readEnvironment(), root = process.getuid?.() === 0, say = sayOnStderr } = options
  const { env, install } = environment
  const missing = missingCommands(command, env)
  if (missing.length === 0) return findCommand(command, env) ?? command
  const packages = missing.map(([, name]) => name).join(' ')
  const recipe = `apt-get update && apt-get install -y --no-install-recommends ${packages}`
  const complaint = `cannot use ${command}: not found in PATH: ${missing.map(([name]) => name).join(', ')}`
  if (!install || !root) throw new ToolMissing(`${complaint}; get it with: ${recipe}`)
  const apt = { env: { ...env, DEBIAN_FRONTEND: 'noninteractive' } }
  await withProgress(`installing ${packages}`, () => runLogged(['sh', '-c', recipe], apt), {
    clock: realClock,
    say,
  })
  if (missingCommands(command, env).length > 0) throw new ToolMissing(`${complaint}, even after: ${recipe}`)
  return findCommand(command, env) ?? command
}

function missingCommands(tool: DebianToolName, env: NodeJS.ProcessEnv): [command: string, from: string][] {
  return Object.entries(TOOLS[tool]).filter(([command]) => findCommand(command, env) === undefined)
}

function findCommand(command: string, env: NodeJS.ProcessEnv): string | undefined {
  const directories = [...(env.PATH ?? '').split(delimiter), ...HELPER_DIRECTORIES]
  return directories.map((directory) => join(directory, command)).find(isExecutable)
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
