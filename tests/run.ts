import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, relative } from 'node:path'
import { RunRecord } from '@reeve/test-servers'
import { Children } from './runner/children.ts'
import { prepareSystems } from './runner/prepare-systems.ts'
import { printSummary } from './runner/print-summary.ts'
import { type RunFacts, totalsOf } from './runner/summary.ts'
import { type FileResult, readVitestReport } from './runner/vitest-report.ts'

/** What `npm test` runs: prepares real systems, checks, tests on the systems, and says what was proven on what. */
const root = join(import.meta.dirname, '..')
const say = (line: string): void => void process.stdout.write(`${line}\n`)

const runDir = mkdtempSync(join(tmpdir(), 'reeve-test-run-'))
process.on('exit', () => rmSync(runDir, { recursive: true, force: true }))
process.env.REEVE_TEST_RUN = runDir
const env = { ...process.env, PATH: join(root, 'node_modules', '.bin') + delimiter + process.env.PATH }
const where = { cwd: root, env, directory: runDir }
const children = new Children()

const facts = await run()
process.stdout.write(printSummary(facts))
process.exitCode = totalsOf(facts).failed === 0 ? 0 : 1

async function run(): Promise<RunFacts> {
  const systems = await timed('preparing systems', () => prepareSystems(say))
  const checkCode = await timed('checks and unit tests', () =>
    children.run([process.execPath, 'scripts/check.ts', '--keep-going'], where),
  )
  const report = `--outputFile.json=${join(runDir, 'system.json')}`
  const systemCode = await timed('tests on real systems', () =>
    children.run(
      ['vitest', 'run', '--project', 'system', '--reporter=default', '--reporter=json', report],
      where,
    ),
  )
  const unit = readVitestReport(join(runDir, 'unit.json'), root)
  const system = readVitestReport(join(runDir, 'system.json'), root)
  const missing = process.env.CI === 'true' ? [...systems].filter(([, found]) => !found.available) : []
  return {
    unit,
    system,
    systems,
    uses: new RunRecord(runDir).uses().map((use) => ({ ...use, file: relative(root, use.file) })),
    problems: [
      ...missing.map(([name]) => `${name} is missing, and with CI=true nothing may be`),
      ...checkProblems(checkCode, unit),
      ...vitestProblems('tests on real systems', systemCode === 0, system),
    ],
  }
}

function checkProblems(code: number, unit: readonly FileResult[]): string[] {
  const file = join(runDir, 'check.json')
  if (!existsSync(file))
    return [`scripts/check.ts ended with code ${code} before it was done; its output is above`]
  const steps = JSON.parse(readFileSync(file, 'utf8')) as { name: string; passed: boolean }[]
  return steps.flatMap(({ name, passed }) => {
    if (name === 'unit tests') return vitestProblems(name, passed, unit)
    return passed ? [] : [`${name}; its output is above`]
  })
}

/** A run of Vitest that failed although no test did, or that ran nothing. */
function vitestProblems(name: string, passed: boolean, results: readonly FileResult[]): string[] {
  const tests = results.reduce((sum, file) => sum + file.passed + file.failed + file.skipped, 0)
  if (tests === 0) return [`${name}: nothing was run`]
  const failed = results.some((file) => file.failed > 0)
  return passed || failed
    ? []
    : [`${name}: Vitest ended with an error outside of the tests; its output is above`]
}

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  say(`\n== ${what}`)
  const since = performance.now()
  const result = await work()
  say(`== ${what}: ${((performance.now() - since) / 1_000).toFixed(1)} s`)
  return result
}
