import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** A transaction that the writer was told is durable. */
export interface Acknowledged {
  readonly revision: number
  readonly pair: number
  /** Undefined for a deletion. */
  readonly value: string | undefined
}

export interface CrashOptions {
  readonly path: string
  /** Makes values of one round differ from those of others. */
  readonly name: string
  /** A revision that it compacts to beside its writing; 0 for none. */
  readonly compactTo?: number
  /** Kills itself after that many writes; 0 to be killed after `afterAcks` acknowledgements. */
  readonly writes?: number
  readonly afterAcks?: number
}

const WRITER = fileURLToPath(new URL('crash-writer.ts', import.meta.url))

/** Lets a process write to a ledger and kills it in the middle; answers what it had been told by then. */
export async function crash(options: CrashOptions): Promise<readonly Acknowledged[]> {
  const { path, name, compactTo = 0, writes = 0, afterAcks = Number.POSITIVE_INFINITY } = options
  const args = ['--conditions=source', WRITER, path, name, String(compactTo), String(writes)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  let lines = 0
  let errors = ''
  child.stderr.on('data', (data) => {
    errors += data
  })
  child.stdout.setEncoding('utf8').on('data', (data: string) => {
    output += data
    lines += data.split('\n').length - 1
    if (lines >= afterAcks) child.kill('SIGKILL')
  })
  const signal = await new Promise((resolve) => child.once('close', (_code, killedBy) => resolve(killedBy)))
  if (signal !== 'SIGKILL') throw new Error(`the writer was to be killed, but ended by itself: ${errors}`)
  return output
    .slice(0, output.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [revision, pair, value] = line.split(' ')
      return { revision: Number(revision), pair: Number(pair), value: value === '-' ? undefined : value }
    })
}
