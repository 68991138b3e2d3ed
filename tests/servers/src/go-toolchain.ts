import { ToolMissing } from './errors.ts'
import { runCommand } from './run-command.ts'

const HINT = 'get it from https://go.dev/dl/ and put its bin directory into PATH'

/** What `go version` says, if that is at least the version that the `go` line of go.mod asks for. */
export async function goVersion(goMod: string, env: NodeJS.ProcessEnv): Promise<string> {
  const needed = /^go (\d+\.\d+)/m.exec(goMod)?.[1] ?? '1.25'
  const text = await runCommand(['go', 'version'], { env }).catch((cause: unknown) => {
    const missing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT'
    const reason = missing ? `not found in PATH` : `"go version" does not run`
    throw new ToolMissing(`cannot build test servers: needs Go ≥ ${needed}; ${reason}; ${HINT}`, { cause })
  })
  const found = /go(\d+\.\d+)/.exec(text)?.[1] ?? '0.0'
  if (isOlder(found, needed)) {
    throw new ToolMissing(`cannot build test servers: needs Go ≥ ${needed}; found ${found}; ${HINT}`)
  }
  return text.trim()
}

function isOlder(found: string, needed: string): boolean {
  const [major = 0, minor = 0] = found.split('.').map(Number)
  const [leastMajor = 0, leastMinor = 0] = needed.split('.').map(Number)
  return major < leastMajor || (major === leastMajor && minor < leastMinor)
}
