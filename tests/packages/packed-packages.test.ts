import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Ran, RepositoryCopy, runIn } from '../gates/repository-copy.ts'

const MODULES = join(import.meta.dirname, '../../node_modules')
const copy = new RepositoryCopy()
const place = mkdtempSync(join(tmpdir(), 'reeve-packed-'))
const project = join(place, 'project')
let tarballs: readonly string[] = []

interface Manifest {
  readonly name: string
  readonly version: string
  readonly private?: boolean
  readonly data?: readonly string[]
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

const ROOMS = '{{platform,providers,apps}/*,cli,console}'
const published = copy
  .find(`${ROOMS}/package.json`)
  .map((path) => JSON.parse(copy.read(path) ?? '') as Manifest)
  .filter((manifest) => manifest.private !== true)

afterAll(() => {
  copy.remove()
  rmSync(place, { recursive: true, force: true })
})

beforeAll(async () => {
  succeeded(await copy.run('npm', 'run', 'build'))
  const rooms = copy.find(`${ROOMS}/dist`).map((dist) => `./${join(dist, '..')}`)
  succeeded(await copy.run('npm', 'pack', '--pack-destination', place, ...rooms))
  tarballs = readdirSync(place).filter((name) => name.endsWith('.tgz'))
  mkdirSync(project)
})

function succeeded({ code, output }: Ran): string {
  expect(code, output).toBe(0)
  return output
}

function tarballOf({ name, version }: Manifest): string {
  return `${name.replace('@', '').replace('/', '-')}-${version}.tgz`
}

function write(name: string, content: string | object): void {
  writeFileSync(join(project, name), typeof content === 'string' ? content : JSON.stringify(content))
}

const USE_LEDGER = `
  import { realClock } from '@reeve/ground'
  import { openSqliteLedger } from '@reeve/ledger'

  const ledger = await openSqliteLedger('estate.db', { clock: realClock })
  const outcome = await ledger.txn([{ on: 'absent', key: 'a' }], [{ do: 'put', key: 'a', value: Buffer.from('b') }])
  const entry = await ledger.get('a')
  await ledger.close()
  console.log(outcome.ok, outcome.revision, Buffer.from(entry.value).toString())
`

const MISUSE_LEDGER = `
  import { openSqliteLedger } from '@reeve/ledger'
  const ledger = await openSqliteLedger('estate.db')
  export const revision: string = (await ledger.stats()).revision
`

const USE_TESTING = `
  import { VirtualClock } from '@reeve/testing'
  import { expect, it } from 'vitest'

  it('lets a minute pass', async () => {
    const clock = new VirtualClock(0)
    await clock.advance(60_000)
    expect(clock.now()).toBe(60_000)
  })
`

describe('packed packages', () => {
  it('are there for every room that is not private', () => {
    const names = published.map(tarballOf)
    expect(tarballs.toSorted()).toEqual(names.toSorted())
  })

  it('hold what is built and the licence, but no sources and no tests', async () => {
    for (const manifest of published) {
      const tarball = tarballOf(manifest)
      const data = (manifest.data ?? []).map((path) => `package/dist/${path}`)
      const files = succeeded(await runIn(place, 'tar', '-tzf', tarball))
        .trim()
        .split('\n')
      expect(files).toEqual(expect.arrayContaining(['package/dist/index.js', 'package/dist/index.d.ts']))
      expect(files).toContain('package/dist/LICENSE')
      expect(files).toEqual(expect.arrayContaining(data))
      const strays = files.filter(
        (file) =>
          !data.includes(file) &&
          !/^package\/(?:package\.json|dist\/LICENSE|dist\/.+\.(?:js|d\.ts|js\.map))$/.test(file),
      )
      expect(strays).toEqual([])
      expect(files.filter((file) => /\.test\./.test(file))).toEqual([])
    }
  })

  it('install from their files alone', async () => {
    const ours = published.map((manifest) => [manifest.name, `file:${join(place, tarballOf(manifest))}`])
    // What they need of others comes from this repository, so that no registry is asked.
    const needed = published.flatMap((manifest) =>
      Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }),
    )
    const theirs = needed
      .filter((name) => !name.startsWith('@reeve/'))
      .map((name) => [name, `file:${join(MODULES, name)}`])
    write('package.json', {
      private: true,
      type: 'module',
      dependencies: Object.fromEntries([...ours, ...theirs]),
    })
    succeeded(await runIn(project, 'npm', 'install', '--offline', '--no-audit', '--no-fund'))
  })

  it('run on plain Node: a ledger is opened, written, read and closed', async () => {
    write('use-ledger.js', USE_LEDGER)
    expect(succeeded(await runIn(project, 'node', 'use-ledger.js'))).toBe('true 2 b\n')
  })

  it('bring types that a strict compiler reads', async () => {
    write('misuse-ledger.ts', MISUSE_LEDGER)
    const types = ['--types', 'node', '--typeRoots', join(MODULES, '@types')]
    const flags = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'esnext', '--pretty', 'false']
    const { code, output } = await runIn(project, 'tsc', 'misuse-ledger.ts', ...flags, ...types)
    expect(output.trim()).toBe(
      "misuse-ledger.ts(4,16): error TS2322: Type 'number' is not assignable to type 'string'.",
    )
    expect(code).not.toBe(0)
  })

  it('let users test with what we test with', async () => {
    write('clock.test.ts', USE_TESTING)
    expect(succeeded(await runIn(project, 'vitest', 'run'))).toContain('1 passed')
  })
})
