import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Clock, realClock } from '@reeve/ground'
import { withBuildLock } from './build-lock.ts'
import { readEnvironment } from './environment.ts'
import { goVersion } from './go-toolchain.ts'
import { everyTenSeconds, type Say, sayOnStderr, withProgress } from './progress.ts'
import { runLogged } from './run-logged.ts'

const VERSION = 'k8s.io/component-base/version'
const KUBERNETES = 'v1.34.2'
const LDFLAGS = `-s -w -X ${VERSION}.gitVersion=${KUBERNETES} -X ${VERSION}.gitMajor=1 -X ${VERSION}.gitMinor=34`
const FLAGS = ['-trimpath', '-mod=readonly', '-buildvcs=false', '-ldflags', LDFLAGS] as const

/** The packages pinned in go.mod, and the seconds that each took with cold caches on two cores. */
const TOOLS = {
  etcd: { package: 'go.etcd.io/etcd/server/v3', coldSeconds: 60 },
  'kube-apiserver': { package: 'k8s.io/kubernetes/cmd/kube-apiserver', coldSeconds: 225 },
  'kube-controller-manager': { package: 'k8s.io/kubernetes/cmd/kube-controller-manager', coldSeconds: 70 },
  kubectl: { package: 'k8s.io/kubernetes/cmd/kubectl', coldSeconds: 35 },
} as const

export type GoToolName = keyof typeof TOOLS

export interface GoToolOptions {
  /** Where go.mod and go.sum are. Default: `tests/servers/go`. */
  readonly moduleDir?: string
  /** Default: from the environment, outside of the repository. */
  readonly cacheDir?: string
  /** For the go command. Default: this process's. */
  readonly env?: NodeJS.ProcessEnv
  readonly say?: Say
  readonly clock?: Clock
}

/** The path of a tool's binary, built first if no run before built it from the same go.mod, go.sum, Go and flags. */
export async function goTool(name: GoToolName, options: GoToolOptions = {}): Promise<string> {
  const build = await planBuild(options)
  const binary = join(build.directory, name)
  if (existsSync(binary)) return binary
  await mkdir(build.directory, { recursive: true })
  const wait = everyTenSeconds((s) =>
    build.say(`  another process builds test servers; waiting for it: ${s} s so far`),
  )
  await withBuildLock(
    join(build.directory, '.lock'),
    async () => {
      // Another process may have built it while this one waited.
      if (!existsSync(binary)) await buildTool(name, build)
    },
    { clock: build.clock, onWait: wait },
  )
  return binary
}

interface Build extends Required<GoToolOptions> {
  /** Where binaries of exactly these inputs are kept. */
  readonly directory: string
}

async function planBuild(options: GoToolOptions): Promise<Build> {
  const environment = readEnvironment(options.env)
  const moduleDir = options.moduleDir ?? join(import.meta.dirname, '..', 'go')
  const cacheDir = options.cacheDir ?? environment.cacheDir
  const env = { ...environment.env, CGO_ENABLED: '0', GOTOOLCHAIN: 'local' }
  const goMod = await readFile(join(moduleDir, 'go.mod'), 'utf8')
  const goSum = await readFile(join(moduleDir, 'go.sum'), 'utf8')
  const inputs = [goMod, goSum, await goVersion(goMod, env), ...FLAGS]
  const key = createHash('sha256').update(JSON.stringify(inputs)).digest('hex').slice(0, 16)
  const { say = sayOnStderr, clock = realClock } = options
  return { moduleDir, cacheDir, env, say, clock, directory: join(cacheDir, key) }
}

async function buildTool(name: GoToolName, build: Build): Promise<void> {
  const tool = TOOLS[name]
  const go = { cwd: build.moduleDir, env: build.env }
  await withProgress('downloading Go modules', () => runLogged(['go', 'mod', 'download'], go), build)
  // A build that is cut short leaves this name behind, never the real one.
  const half = join(build.directory, `.${name}.half`)
  await rm(half, { force: true })
  const words = `building ${name} (about ${tool.coldSeconds} s with cold caches)`
  await withProgress(words, () => runLogged(['go', 'build', ...FLAGS, '-o', half, tool.package], go), build)
  await rename(half, join(build.directory, name))
}
