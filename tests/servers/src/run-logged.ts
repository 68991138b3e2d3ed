import { closeSync, openSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CommandFailed } from './errors.ts'
import { GuardedProcess } from './guarded-process.ts'
import type { CommandOptions } from './run-command.ts'

const TAIL_CHARACTERS = 4_000

/** Runs a long command that ends with this process; the end of its output is in the error when it fails. */
export async function runLogged(
  command: readonly [string, ...string[]],
  options: CommandOptions,
): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'reeve-command-'))
  const log = join(directory, 'output.log')
  const output = openSync(log, 'a')
  try {
    const { code, signal } = await new GuardedProcess(command, { ...options, output, directory }).exited
    if (code === 0) return
    const tail = readFileSync(log, 'utf8').slice(-TAIL_CHARACTERS).trim()
    throw new CommandFailed(
      `cannot run ${command.slice(0, 3).join(' ')}: it ended with ${signal ?? `code ${code}`}: ${tail}`,
    )
  } finally {
    closeSync(output)
    await rm(directory, { recursive: true, force: true })
  }
}
