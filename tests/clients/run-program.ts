import { spawn } from 'node:child_process'

export interface ProgramOptions {
  readonly cwd?: string
  /** On top of this process's. */
  readonly env?: Readonly<Record<string, string>>
}

/** Runs a program to its end and gives what it printed; its complaint is in the error when it fails. */
export function runProgram(
  command: readonly [string, ...string[]],
  { cwd, env }: ProgramOptions = {},
): Promise<string> {
  const [file, ...args] = command
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      ...(cwd !== undefined && { cwd }),
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let [output, complaint] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text
    })
    child.stderr.setEncoding('utf8').on('data', (text) => {
      complaint += text
    })
    child.once('error', reject)
    child.once('close', (code, signal) => {
      if (code === 0) return resolve(output)
      const how = signal ?? `code ${code}`
      reject(
        new Error(`cannot run ${command.join(' ')}: it ended with ${how}: ${complaint.trim().slice(-4_000)}`),
      )
    })
  })
}
