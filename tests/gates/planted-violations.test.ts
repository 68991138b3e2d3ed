import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RepositoryCopy } from './repository-copy.ts'

const BIOME = ['biome', 'ci', '.'] as const
const TYPES = ['tsc', '-p', '.', '--pretty', 'false'] as const
const ARCHITECTURE = ['vitest', 'run', '--project', 'unit', 'tests/architecture'] as const
const CHECK = ['npm', 'run', 'check'] as const

const PLANTED = 'platform/ledger/src/planted.ts'
const TEST = 'platform/ground/src/planted.test.ts'

const copy = new RepositoryCopy()
afterAll(() => copy.remove())

/** Plants files and says whether a gate fails and names the first of them. */
async function bites(
  command: readonly [string, ...string[]],
  files: Readonly<Record<string, string>>,
  reason: string,
) {
  const { code, output } = await copy.planted(files, () => copy.run(...command))
  expect(output).toContain(Object.keys(files)[0])
  expect(output).toContain(reason)
  expect(code).not.toBe(0)
}

describe('the gates on an untouched copy', () => {
  it.each([
    { gate: 'format and lint', command: BIOME },
    { gate: 'types', command: TYPES },
    { gate: 'architecture', command: ARCHITECTURE },
  ])('pass: $gate', async ({ command: [program, ...args] }) => {
    const { code, output } = await copy.run(program, ...args)
    expect(code, output).toBe(0)
  })
})

describe('architecture', () => {
  it('refuses a room that imports by name what the table forbids', async () => {
    const files = {
      'platform/ground/src/planted.ts': "export { openMemoryLedger } from '@reeve/ledger'\n",
    }
    await bites(ARCHITECTURE, files, 'imports @reeve/ledger; platform/ground may import no room')
  })

  it('refuses a room that imports another by path', async () => {
    const files = { [PLANTED]: "export { realClock } from '../../ground/src/clock.ts'\n" }
    await bites(ARCHITECTURE, files, 'which lies outside of platform/ledger')
  })

  it('refuses a wall clock in platform', async () => {
    const files = { [PLANTED]: 'export const now = (): number => Date.now()\n' }
    await bites(ARCHITECTURE, files, 'uses Date.now')
  })
})

describe('exports', () => {
  const deep = { [PLANTED]: "export { realClock } from '@reeve/ground/src/clock.ts'\n" }

  it('hide the inside of a room from the compiler', async () => {
    await bites(TYPES, deep, 'TS2307')
  })

  it('hide the inside of a room from Node', async () => {
    await bites(['node', PLANTED], deep, 'ERR_PACKAGE_PATH_NOT_EXPORTED')
  })
})

describe('format and lint', () => {
  it('refuse a dependency that is not declared', async () => {
    // Installed for Vitest's sake, so nothing but the rule would notice.
    const files = { [PLANTED]: "import colors from 'picocolors'\n\nexport const red = colors.red\n" }
    await bites(BIOME, files, 'lint/correctness/noUndeclaredDependencies')
  })

  it('refuse a cycle of imports', async () => {
    const files = {
      [PLANTED]: "import { b } from './planted-too.ts'\n\nexport const a = (): number => b()\n",
      'platform/ledger/src/planted-too.ts':
        "import { a } from './planted.ts'\n\nexport const b = (): number => a()\n",
    }
    await bites(BIOME, files, 'lint/suspicious/noImportCycles')
  })

  it('refuse code that is not formatted', async () => {
    await bites(
      BIOME,
      { [PLANTED]: 'export const a = "b";\n' },
      'File content differs from formatting output',
    )
  })
})

describe('types', () => {
  it.each([
    ['a type error', "export const a: number = 'b'\n", 'TS2322'],
    ['erasableSyntaxOnly: an enum', 'export enum Colour {\n  red,\n}\n', 'TS1294'],
    [
      'verbatimModuleSyntax: a type that is imported as a value',
      "import { Clock } from '@reeve/ground'\n\nexport type Watch = Clock\n",
      'TS1484',
    ],
    [
      'exactOptionalPropertyTypes: undefined for what may be left out',
      'export const a: { b?: number } = { b: undefined }\n',
      'TS2375',
    ],
    [
      'noUncheckedIndexedAccess: an element taken for granted',
      'export const first = (all: number[]): number => all[0]\n',
      'TS2322',
    ],
  ])('refuse %s', async (_, text, reason) => {
    await bites(TYPES, { [PLANTED]: text }, reason)
  })
})

describe('unit tests', () => {
  it('refuse a failing test', async () => {
    const text = "import { expect, it } from 'vitest'\n\nit('fails', () => expect(1).toBe(2))\n"
    await bites(['vitest', 'run', '--project', 'unit', TEST], { [TEST]: text }, 'AssertionError')
  })
})

describe('npm run check', () => {
  beforeAll(() => {
    // What takes long is left out: this is about the command, not about the tests that it runs.
    for (const path of copy.find('{platform/!(ground),bench}/**/*.test.ts')) copy.remove(path)
  })

  it('passes on an untouched copy', async () => {
    const { code, output } = await copy.run(...CHECK)
    expect(code, output).toBe(0)
  })

  it.each([
    ['format', 'export const a = "b";\n', 'File content differs from formatting output'],
    ['types', "export const a: number = 'b'\n", 'TS2322'],
    ['architecture', 'export const now = (): number => Date.now()\n', 'uses Date.now'],
  ])('fails when a gate does: %s', async (_, text, reason) => {
    await bites(CHECK, { [PLANTED]: text }, reason)
  })
})
