import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * The one command before every commit: format and lint, types, unit tests.
 * Stops at the first failure unless `--keep-going`; under `npm test` it leaves its results in `REEVE_TEST_RUN`.
 */
const root = join(import.meta.dirname, '..')
const runDir = process.env.REEVE_TEST_RUN
const keepGoing = process.argv.includes('--keep-going')
const env = { ...process.env, PATH: join(root, 'node_modules', '.bin') + delimiter + process.env.PATH }

const unitReport =
  runDir === undefined ? [] : ['--reporter=json', `--outputFile.json=${join(runDir, 'unit.json')}`]
const STEPS: readonly (readonly [name: string, command: string, ...args: string[]])[] = [
  ['format and lint', 'biome', 'ci', '.'],
  ['types', 'tsc', '-p', '.'],
  ['unit tests', 'vitest', 'run', '--project', 'unit', '--reporter=dot', ...unitReport],
]

interface StepResult {
  readonly name: string
  readonly passed: boolean
  readonly seconds: number
}

/** Runs one step on this terminal; an interrupt goes on to it and ends everything. */
function runStep(command: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, env, stdio: 'inherit' })
    let interrupted = false
    const passOn = (signal: NodeJS.Signals): void => {
      interrupted = true
      child.kill(signal)
    }
    process.once('SIGINT', passOn).once('SIGTERM', passOn)
    child.once('error', reject)
    child.once('exit', (code) => {
      process.off('SIGINT', passOn).off('SIGTERM', passOn)
      if (interrupted) process.exit(130)
      resolve(code === 0)
    })
  })
}

const results: StepResult[] = []
const since = performance.now()
for (const [name, command, ...args] of STEPS) {
  const started = performance.now()
  const passed = await runStep(command, args)
  const seconds = (performance.now() - started) / 1_000
  results.push({ name, passed, seconds })
  process.stdout.write(`check: ${name}: ${passed ? 'passed' : 'FAILED'} in ${seconds.toFixed(1)} s\n`)
  if (!passed && !keepGoing) break
}

const total = ((performance.now() - since) / 1_000).toFixed(1)
const failed = results.filter((step) => !step.passed).map((step) => step.name)
const verdict = failed.length === 0 ? 'all passed' : `FAILED: ${failed.join(', ')}`
process.stdout.write(`check: ${verdict} (${total} s)\n`)
if (runDir !== undefined) writeFileSync(join(runDir, 'check.json'), JSON.stringify(results))
process.exitCode = failed.length === 0 ? 0 : 1
