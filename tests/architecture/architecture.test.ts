// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the strings hold code that is looked at
import { describe, expect, it } from 'vitest'
import { importViolations } from './import-violations.ts'
import { readRepository, repositoryOf } from './repository.ts'
import { roomViolations } from './room-violations.ts'

const repository = readRepository()

function manifest(name: string, more: object = {}): string {
  return JSON.stringify({ name: `@reeve/${name}`, type: 'module', exports: { '.': {} }, ...more })
}

const DOOR = '/** Maps the room. */\n'
/** A small house that keeps every rule; each test breaks one. */
const HOUSE = {
  'platform/ground/package.json': manifest('ground'),
  'platform/ground/src/index.ts': DOOR,
  'platform/ledger/package.json': manifest('ledger', {
    dependencies: { '@reeve/ground': '1' },
    devDependencies: { '@reeve/testing': '1', vitest: '1' },
  }),
  'platform/ledger/src/index.ts': `${DOOR}import { sleep } from '@reeve/ground'\nimport './part.ts'\n`,
  'platform/ledger/src/part.ts': "import { join } from 'node:path'\n",
  'platform/ledger/src/part.test.ts':
    "import { it } from 'vitest'\nimport '@reeve/testing'\nimport './part.ts'\n",
  'platform/testing/package.json': manifest('testing', {
    dependencies: { '@reeve/ledger': '1', vitest: '1' },
  }),
  'platform/testing/src/index.ts': `${DOOR}import '@reeve/ledger'\nimport 'vitest'\n`,
  'providers/podman/package.json': manifest('podman', { dependencies: { undici: '1' } }),
  'providers/podman/src/index.ts': `${DOOR}import { fetch } from 'undici'\n`,
  'tests/anything.test.ts': "import '@reeve/ledger/src/part.ts'\nimport '../platform/ledger/src/part.ts'\n",
}

const LEDGER = 'platform/ledger/src/planted.ts'
const planted = (path: string, text: string) => repositoryOf({ ...HOUSE, [path]: text })
const importing = (text: string): readonly string[] => importViolations(planted(LEDGER, text))

describe('the repository', () => {
  it('imports only what the table of the design allows', () => {
    expect(importViolations(repository)).toEqual([])
  })

  it('has rooms with one door, a map, and manifests that keep to the table', () => {
    expect(roomViolations(repository)).toEqual([])
  })

  it('was read', () => {
    expect(repository.files.map(({ path }) => path)).toContain('platform/ledger/src/sqlite/commit-queue.ts')
    expect([...repository.manifests.keys()]).toContain('platform/ground')
  })
})

describe('importViolations', () => {
  it('finds nothing in a house that keeps the rules', () => {
    expect(importViolations(repositoryOf(HOUSE))).toEqual([])
  })

  it.each([
    ['a value', "import { plan } from '@reeve/podman'"],
    ['a type', "import type { Plan } from '@reeve/podman'"],
    ['for its effects', "import '@reeve/podman'"],
    ['lazily', "const plan = await import('@reeve/podman')"],
    ['lazily, by a template', 'const plan = await import(`@reeve/podman`)'],
    ['as a type in place', "let plan: import('@reeve/podman').Plan"],
    ['to export it', "export * from '@reeve/podman'"],
    ['over several lines', "import {\n  plan,\n} from '@reeve/podman'"],
    ['beside a comment', "import { plan } from /* why */ '@reeve/podman'"],
    ['by its address', "const plan = import.meta.resolve('@reeve/podman')"],
  ])('refuses another room by name: %s', (_, text) => {
    expect(importing(text)).toEqual([
      expect.stringMatching(
        /^platform\/ledger\/src\/planted\.ts:\d: imports @reeve\/podman; .* may import platform\/ground$/,
      ),
    ])
  })

  it.each([
    ['a value', "import { sleep } from '../../ground/src/clock.ts'"],
    ['lazily', "await import('../../ground/src/clock.ts')"],
    ['as an address', "new URL('../../ground/src/clock.ts', import.meta.url)"],
    ['through its own folder', "import '../src/../../ground/src/clock.ts'"],
  ])('refuses another room by path: %s', (_, text) => {
    expect(importing(text)).toEqual([
      `${LEDGER}:1: imports '${/'(.*?)'/.exec(text)?.[1]}', which lies outside of platform/ledger; another room is imported by its name, '@reeve/…'`,
    ])
  })

  it('refuses to go past the door of a room that may be imported', () => {
    expect(importing("import '@reeve/ground/src/clock.ts'")).toEqual([
      `${LEDGER}:1: imports @reeve/ground/src/clock.ts, past the door of platform/ground; import from '@reeve/ground'`,
    ])
  })

  it('refuses what the manifest does not name, and in source what it names for tests', () => {
    expect(importing("import 'undici'")).toEqual([expect.stringContaining('imports undici, which')])
    expect(importing("import 'vitest'")).toEqual([expect.stringContaining('devDependencies are for tests')])
  })

  it('keeps testing to tests', () => {
    expect(importing("import '@reeve/testing'")).toEqual([
      `${LEDGER}:1: imports @reeve/testing, which only tests may`,
    ])
  })

  it('refuses what it cannot check', () => {
    expect(importing('await import(`@reeve/${name}`)')).toEqual([expect.stringContaining('cannot be known')])
    expect(importing("import '/tmp/x.ts'")).toEqual([expect.stringContaining('by an absolute path')])
    expect(importing("import '@reeve/attic'")).toEqual([expect.stringContaining('is no room')])
  })

  it('reads no imports in comments and strings', () => {
    const text =
      "// import '@reeve/podman'\nconst a = \"import '@reeve/podman'\"\nconst b = /import '@reeve'/\n"
    expect(importing(text)).toEqual([])
  })
})

describe('roomViolations', () => {
  const ground = 'platform/ground/package.json'

  it('finds nothing in a house that keeps the rules', () => {
    expect(roomViolations(repositoryOf(HOUSE))).toEqual([])
  })

  it.each([
    [
      'a room that the table does not know',
      'platform/attic/src/index.ts',
      DOOR,
      'is not in the import table',
    ],
    ['a room without a manifest', 'apps/flux/src/index.ts', DOOR, 'has no package.json'],
    ['a second door', ground, manifest('ground', { exports: { '.': {}, './clock': {} } }), 'has "./clock"'],
    ['no door', ground, manifest('ground', { exports: {} }), '"exports" lacks "."'],
    ['another module system', ground, manifest('ground', { type: 'commonjs' }), 'lacks "type": "module"'],
    [
      'a dependency where Node is enough',
      ground,
      manifest('ground', { dependencies: { yaml: '1' } }),
      'Node alone',
    ],
    [
      'a dependency that the table forbids',
      ground,
      manifest('ground', { dependencies: { '@reeve/ledger': '1' } }),
      'depends on @reeve/ledger; platform/ground may import no room',
    ],
    [
      'testing as more than a dev dependency',
      ground,
      manifest('ground', { dependencies: { '@reeve/testing': '1' } }),
      'depends on @reeve/testing',
    ],
    ['a door without a map', 'platform/ledger/src/index.ts', 'export {}', 'a comment that maps the room'],
    ['a folder that the map lacks', 'platform/ledger/src/attic/chest.ts', '', 'lacks attic/'],
    ['a default export', LEDGER, 'export default 1', 'has a default export'],
    ['a default export by another way', LEDGER, 'export { one as default }', 'has a default export'],
  ])('refuses %s', (_, path, text, problem) => {
    expect(roomViolations(planted(path, text))).toEqual([expect.stringContaining(problem)])
  })

  it('allows testing as a dev dependency', () => {
    const text = manifest('ground', { devDependencies: { '@reeve/testing': '1', vitest: '1' } })
    expect(roomViolations(planted(ground, text))).toEqual([])
  })
})
