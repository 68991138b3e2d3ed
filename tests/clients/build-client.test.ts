import { execFile } from 'node:child_process'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

const run = promisify(execFile)
const SCRIPT = `
  const { buildClient } = await import(${JSON.stringify(new URL('./build-client.ts', import.meta.url).href)})
  process.stdout.write(JSON.stringify(await buildClient('rust')))
`
const ARGS = ['--conditions=source', '--input-type=module', '-e', SCRIPT]
/** Where there is Node, and no compiler. */
const PATH = dirname(process.execPath)

describe('the client of a language whose compiler is missing', () => {
  it('is skipped, and the reason is printed', async () => {
    const { stdout, stderr } = await run(process.execPath, ARGS, { env: { PATH } })
    expect(JSON.parse(stdout)).toMatchObject({ available: false })
    expect(stderr).toContain('skipping the rust client: needs Rust; get it from https://rustup.rs')
  })

  it('is a failure in CI', async () => {
    const built = run(process.execPath, ARGS, { env: { PATH, CI: 'true' } })
    await expect(built).rejects.toThrow('cannot build the rust client: needs Rust')
  })
})
