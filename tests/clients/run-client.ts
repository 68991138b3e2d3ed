import { spawn } from 'node:child_process'

/** What one step of a client program came to. */
export interface Step {
  readonly step: string
  readonly result: unknown
  readonly error?: string
}

export interface RunOptions {
  /** On top of this process's. */
  readonly env?: Readonly<Record<string, string>>
  /** Is told when the program has said its first line. */
  readonly onFirstLine?: () => void
}

/** Runs a client program that prints a line of JSON for each step; its steps by their names. */
export async function runClient(
  command: readonly [string, ...string[]],
  { env = {}, onFirstLine }: RunOptions = {},
): Promise<ReadonlyMap<string, Step>> {
  const [file, ...args] = command
  const child = spawn(file, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let [said, complaint] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text) => {
    if (said === '') onFirstLine?.()
    said += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    complaint += text
  })
  await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
  const steps = said
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Step)
  if (steps.length === 0) throw new Error(`cannot run ${file}: it said nothing but: ${complaint}`)
  return new Map(steps.map((step) => [step.step, step]))
}
