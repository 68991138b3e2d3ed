import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { goTool } from '@reeve/test-servers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

/** Stands in for Go: notes every build, takes its time, and writes a "binary". */
const FAKE_GO = `#!/bin/sh
case "$1 $2" in
  "version "*) echo "go version $FAKE_GO_VERSION linux/amd64" ;;
  "mod download") ;;
  build*)
    echo built >> "$FAKE_GO_BUILDS"
    while [ "$1" != -o ]; do shift; done
    echo half > "$2"
    if [ -e "$FAKE_GO_FAILS" ]; then echo "no space left" >&2; exit 1; fi
    sleep 0.5
    echo whole > "$2" ;;
esac
`

describe('goTool', () => {
  let directory: string
  let moduleDir: string
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'reeve-go-tools-'))
    moduleDir = join(directory, 'module')
    await mkdir(moduleDir)
    await mkdir(join(directory, 'bin'))
    await writeFile(join(moduleDir, 'go.mod'), 'module example\n\ngo 1.25.0\n')
    await writeFile(join(moduleDir, 'go.sum'), 'one\n')
    await writeFile(join(directory, 'bin', 'go'), FAKE_GO)
    await chmod(join(directory, 'bin', 'go'), 0o755)
  })
  afterEach(() => rm(directory, { recursive: true }))

  const fakeEnv = (version = 'go1.26.8'): NodeJS.ProcessEnv => ({
    PATH: `${join(directory, 'bin')}:/usr/bin:/bin`,
    FAKE_GO_VERSION: version,
    FAKE_GO_BUILDS: join(directory, 'builds'),
    FAKE_GO_FAILS: join(directory, 'fails'),
    REEVE_CACHE: directory,
  })
  const options = (env = fakeEnv(), say = (_: string): void => {}) => ({ moduleDir, env, say })
  const builds = async (): Promise<number> =>
    (await readFile(join(directory, 'builds'), 'utf8')).trim().split('\n').length

  it('builds once and then takes what was built', async () => {
    const first = await goTool('etcd', options())
    expect(await goTool('etcd', options())).toBe(first)
    expect(first.startsWith(join(directory, 'reeve', 'servers'))).toBe(true)
    expect(await builds()).toBe(1)
  })

  it('builds again when go.sum, go.mod or Go itself changed', async () => {
    const paths = [await goTool('etcd', options())]
    await writeFile(join(moduleDir, 'go.sum'), 'two\n')
    paths.push(await goTool('etcd', options()))
    await writeFile(join(moduleDir, 'go.mod'), 'module example\n\ngo 1.25.1\n')
    paths.push(await goTool('etcd', options()))
    paths.push(await goTool('etcd', options(fakeEnv('go1.27.0'))))
    expect(new Set(paths).size).toBe(4)
    expect(await builds()).toBe(4)
  })

  it('says what it does for the person who waits', async () => {
    const lines: string[] = []
    await goTool(
      'kubectl',
      options(fakeEnv(), (line) => void lines.push(line)),
    )
    expect(lines.join('\n')).toMatch(/downloading Go modules.*building kubectl \(about \d+ s.*done in \d+ s/s)
  })

  it('says what is needed and how to get it where there is no Go', async () => {
    const built = goTool('etcd', options({ ...fakeEnv(), PATH: '/nowhere' }))
    await expect(built).rejects.toThrow(/needs Go ≥ 1\.25; not found in PATH; get it from https:\/\/go\.dev/)
  })

  it('says what is needed where Go is too old', async () => {
    const built = goTool('etcd', options(fakeEnv('go1.19.8')))
    await expect(built).rejects.toThrow(/needs Go ≥ 1\.25; found 1\.19; get it from/)
  })

  it('never takes a half-built binary for a whole one', async () => {
    await writeFile(join(directory, 'fails'), '')
    await expect(goTool('etcd', options())).rejects.toThrow('no space left')
    await rm(join(directory, 'fails'))
    const binary = await goTool('etcd', options())
    expect(await readFile(binary, 'utf8')).toBe('whole\n')
    expect(await readdir(dirname(binary))).not.toContain('.etcd.half')
  })

  const buildElsewhere = () => {
    const code = `
      const { goTool } = await import('@reeve/test-servers')
      console.log(await goTool('etcd', { moduleDir: process.env.MODULE_DIR }))`
    const args = ['--conditions=source', '--input-type=module', '-e', code]
    const env = { ...fakeEnv(), MODULE_DIR: moduleDir }
    return spawn(process.execPath, args, { cwd: import.meta.dirname, env, stdio: ['ignore', 'pipe', 'pipe'] })
  }

  it('builds once when two processes ask at the same time', async () => {
    const both = await Promise.all(
      [buildElsewhere(), buildElsewhere()].map(async (child) =>
        (await child.stdout.toArray()).join('').trim(),
      ),
    )
    expect(both[0]).toBe(both[1])
    expect(await readFile(both[0] ?? '', 'utf8')).toBe('whole\n')
    expect(await builds()).toBe(1)
  })

  it('takes over from a builder that was killed', async () => {
    const other = buildElsewhere()
    await vi.waitFor(() => expect(existsSync(join(directory, 'builds'))).toBe(true), 20_000)
    other.kill('SIGKILL')
    await once(other, 'exit')
    expect(await readFile(await goTool('etcd', options()), 'utf8')).toBe('whole\n')
  })
})
