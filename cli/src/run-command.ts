import { messageOf, ReeveError } from '@reeve/ground'
import { CommanderError } from 'commander'
import { BadOptionError } from './errors.ts'
import { program } from './program.ts'

/** What a command line ends with: 0 done, 1 refused or failed, 2 not understood. */
const DONE = 0
const FAILED = 1
const NOT_UNDERSTOOD = 2

/** Runs one command line; answers with the exit code. Mistakes are told in words, with the way out. */
export async function runCommand(args: readonly string[]): Promise<number> {
  try {
    await program().parseAsync(args, { from: 'user' })
    return DONE
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : NOT_UNDERSTOOD
    tell(error)
    return error instanceof BadOptionError ? NOT_UNDERSTOOD : FAILED
  }
}

function tell(error: unknown): void {
  const system = error instanceof Error && 'syscall' in error
  const lines = [`error: ${system ? 'cannot go on: ' : ''}${messageOf(error)}`]
  if (error instanceof ReeveError) {
    if (error.hint !== undefined) lines.push(`hint: ${error.hint}`)
  } else if (!system) {
    lines.push('hint: this is a fault in Reeve; REEVE_DEBUG=1 shows where it arose')
  }
  if (process.env.REEVE_DEBUG === '1' && error instanceof Error) lines.push(error.stack ?? '')
  process.stderr.write(`${lines.join('\n')}\n`)
}
