import { type ChildProcess, spawn } from 'node:child_process'
import type { Duplex } from 'node:stream'
import { type Clock, realClock } from '@reeve/ground'
import { CommandFailed } from './errors.ts'

export interface GuardedOptions {
  /** File descriptor that takes both output streams; `inherit` leaves them this process's. */
  readonly output: number | 'inherit'
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
  /** Directory that goes with the process if this one dies without stopping it. */
  readonly directory?: string
  /** Shell text that is run with the directory as `$1` before that goes. */
  readonly cleanup?: string
}

/** How a process ended: exactly one of the two is set. */
export interface Exit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/**
 * The shell leaves a watcher behind and becomes the program, so pid, signals and exit code are the program's.
 * The watcher reads a pipe from us that ends when we die, even by SIGKILL. It shares the program's process group,
 * so that number is not given to anybody else while it waits.
 */
const GUARD = `
directory=$1; cleanup=$2; shift 2
(
  read -r _ <&3
  kill -KILL $$
  for _ in 1 2 3 4 5 6 7 8 9 10; do kill -0 $$ || break; sleep 0.1; done
  if [ -n "$cleanup" ]; then sh -c "$cleanup" cleanup "$directory"; fi
  if [ -n "$directory" ]; then rm -rf -- "$directory"; fi
  kill -KILL -- -$$
) </dev/null >/dev/null 2>&1 &
exec "$@" 3<&-
`

/** A child process in a group of its own that does not outlive this one, however this one ends. */
export class GuardedProcess {
  readonly pid: number
  readonly exited: Promise<Exit>
  #exit: Exit | undefined
  readonly #child: ChildProcess

  constructor(command: readonly [string, ...string[]], options: GuardedOptions) {
    const { directory = '', cleanup = '' } = options
    const child = spawn('sh', ['-c', GUARD, 'guard', directory, cleanup, ...command], {
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
      env: options.env ?? process.env,
      stdio: ['ignore', options.output, options.output, 'pipe'],
      detached: true,
    })
    if (child.pid === undefined) {
      child.once('error', () => {})
      throw new CommandFailed(
        `cannot run ${command[0]}: the shell that guards it did not start; is sh in PATH?`,
      )
    }
    this.pid = child.pid
    this.#child = child
    const lifeline = child.stdio[3] as Duplex
    lifeline.on('error', () => {})
    this.exited = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        this.#exit = { code, signal }
        killGroup(this.pid)
        lifeline.destroy()
        resolve(this.#exit)
      })
    })
  }

  get running(): boolean {
    return this.#exit === undefined
  }

  /** Sends a signal to a process that still runs; does nothing to one that is gone. */
  kill(signal: NodeJS.Signals): void {
    if (this.running) this.#child.kill(signal)
  }

  /** Asks with SIGTERM, insists with SIGKILL after `graceMs`; resolves when the process is gone. */
  async stop(graceMs = 5_000, clock: Clock = realClock): Promise<Exit> {
    this.kill('SIGTERM')
    const timer = clock.after(graceMs, () => this.kill('SIGKILL'))
    try {
      return await this.exited
    } finally {
      timer.cancel()
    }
  }
}

/** Ends the watcher and whatever else the program left in its group. */
function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL')
  } catch {
    // Nobody was left.
  }
}
