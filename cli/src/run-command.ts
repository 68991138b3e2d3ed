import { messageOf, ReeveError } from '@reeve/ground'
import { CommanderError } from 'commander'
import { program } from './program.ts'

/** Runs one command line; answers with the exit code. Mistakes are told in words, with the way out. */
export async function runCommand(args: readonly string[]): Promise<number> {
  try {
    await program().parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode
    process.stderr.write(`error: ${messageOf(error)}\n`)
    if (error instanceof ReeveError && error.hint !== undefined) process.stderr.write(`hint: ${error.hint}\n`)
    if (!(error instanceof ReeveError) && error instanceof Error) process.stderr.write(`${error.stack}\n`)
    return 1
  }
}
