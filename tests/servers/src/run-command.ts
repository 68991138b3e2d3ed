import { spawn } from 'node:child_process'
import { CommandFailed } from './errors.ts'

export interface CommandOptions {
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
}

/** Runs a short command and gives its standard output; its error output is in the error when it fails. */
export function runCommand(
  command: readonly [string, ...string[]],
  options: CommandOptions = {},
): Promise<string> {
  const [file, ...args] = command
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    let [output, complaint] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (text) => (output += text))
    child.stderr.setEncoding('utf8').on('data', (text) => (complaint += text))
    child.once('error', reject)
    child.once('close', (code, signal) => {
      if (code === 0) return resolve(output)
      const how = signal === null ? `it ended with code ${code}` : `it was ended by ${signal}`
      reject(new CommandFailed(`cannot run ${command.join(' ')}: ${how}: ${complaint.trim()}`))
    })
  })
}
