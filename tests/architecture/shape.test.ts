// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the strings hold code that is looked at
import { describe, expect, it } from 'vitest'
import { readRepository, repositoryOf } from './repository.ts'
import { shapeViolations, titleViolations } from './shape-violations.ts'

const repository = readRepository()
const lines = (count: number): string => 'x\n'.repeat(count)

describe('the repository', () => {
  it('has files that are named after a subject and read in one go', () => {
    expect(shapeViolations(repository)).toEqual([])
  })

  it('has tests whose titles say what is', () => {
    expect(titleViolations(repository)).toEqual([])
  })
})

describe('shapeViolations', () => {
  it.each([
    ['cli/src/workQueue.ts', '"workQueue" is not kebab-case'],
    ['cli/src/Queue.test.ts', '"Queue" is not kebab-case'],
    ['cli/src/work_queue.ts', '"work_queue" is not kebab-case'],
    ['cli/src/utils.ts', '"utils" names no subject'],
    ['cli/src/helpers/queue.ts', '"helpers" names no subject'],
    ['cli/src/types.d.ts', '"types" names no subject'],
    ['cli/src/constants.test.ts', '"constants" names no subject'],
  ])('refuses the name %s', (path, problem) => {
    expect(shapeViolations(repositoryOf({ [path]: '' }))).toEqual([expect.stringContaining(problem)])
  })

  it('refuses a file that is too long, and too many that are long', () => {
    expect(shapeViolations(repositoryOf({ 'cli/src/a.ts': lines(400), ...short(9) }))).toEqual([])
    expect(shapeViolations(repositoryOf({ 'cli/src/a.ts': lines(401), ...short(9) }))).toEqual([
      'cli/src/a.ts: has 401 lines; 400 is the most',
    ])
    const two = { 'cli/src/a.ts': lines(251), 'cli/src/b.ts': lines(251) }
    expect(shapeViolations(repositoryOf({ ...two, ...short(9) }))).toEqual([
      '2 of 11 files have more than 250 lines, one in ten may: cli/src/a.ts (251), cli/src/b.ts (251)',
    ])
  })
})

function short(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`cli/src/short-${at}.ts`, lines(250)]))
}

describe('titleViolations', () => {
  const found = (text: string): readonly string[] =>
    titleViolations(repositoryOf({ 'cli/src/queue.test.ts': `import { it } from 'vitest'\n${text}` }))

  it.each([
    "it('should ring', ring)",
    'it("Should ring", ring)',
    "it.each([1])('should ring %i', ring)",
    "it.skip(\n  'should ring',\n  ring)",
    "describe.skipIf(!here)('what should ring', ring)",
    'it(`should ring ${count} times`, ring)',
  ])('refuses %s', (text) => {
    expect(found(text)).toEqual([
      expect.stringMatching(/^cli\/src\/queue\.test\.ts:2: says ".*without "should"$/),
    ])
  })

  it.each(["it('rings', ring)", "it('rings', () => say('it should'))", "// it('should ring')"])(
    'allows %s',
    (text) => {
      expect(found(text)).toEqual([])
    },
  )
})
