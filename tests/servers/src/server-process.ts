import { closeSync, openSync, readFileSync } from 'node:fs'
import { type Clock, realClock, sleep } from '@reeve/ground'
import { ServerNotReady } from './errors.ts'
import { type Exit, GuardedProcess } from './guarded-process.ts'

export interface ServerCommand {
  readonly name: string
  readonly command: readonly [string, ...string[]]
  /** Takes the server's output; appended to over restarts. */
  readonly logFile: string
  /** Goes with the server if this process dies without stopping it. */
  readonly directory: string
  /** Shell text that is run with the directory as `$1` before that goes so. */
  readonly cleanup?: string
  /** Default: this process's. */
  readonly env?: NodeJS.ProcessEnv
  /** Asked again and again until it says yes; an error counts as not yet. */
  readonly ready: () => Promise<boolean>
}

export interface Patience {
  /** How long a server may take to become ready. Default: 60 s. */
  readonly readyMs?: number
  /** How long a server may take to stop before it is killed. Default: 5 s. */
  readonly stopMs?: number
  readonly clock?: Clock
}

const LOOK_AGAIN_MS = 50
const TAIL_LINES = 40

/** One server program from start to readiness to its end. */
export class ServerProcess {
  readonly #what: ServerCommand
  readonly #patience: Required<Patience>
  #process: GuardedProcess

  private constructor(what: ServerCommand, patience: Patience) {
    this.#what = what
    this.#patience = { readyMs: 60_000, stopMs: 5_000, clock: realClock, ...patience }
    this.#process = this.#spawn()
  }

  /** Starts the program and waits until it is ready; one that is not is gone when this rejects. */
  static async start(what: ServerCommand, patience: Patience = {}): Promise<ServerProcess> {
    const server = new ServerProcess(what, patience)
    await server.#becomeReady()
    return server
  }

  get pid(): number {
    return this.#process.pid
  }

  get running(): boolean {
    return this.#process.running
  }

  kill(signal: NodeJS.Signals): void {
    this.#process.kill(signal)
  }

  stop(): Promise<Exit> {
    return this.#process.stop(this.#patience.stopMs, this.#patience.clock)
  }

  /** Resolves when the program has ended by itself or by a signal. */
  get exited(): Promise<Exit> {
    return this.#process.exited
  }

  async restart(): Promise<void> {
    await this.stop()
    this.#process = this.#spawn()
    await this.#becomeReady()
  }

  /** The last lines that the program logged. */
  logs(): string {
    return readFileSync(this.#what.logFile, 'utf8').trimEnd().split('\n').slice(-TAIL_LINES).join('\n')
  }

  #spawn(): GuardedProcess {
    const { command, logFile, directory, cleanup = '', env = process.env } = this.#what
    const output = openSync(logFile, 'a')
    try {
      return new GuardedProcess(command, { output, directory, cleanup, env })
    } finally {
      closeSync(output)
    }
  }

  async #becomeReady(): Promise<void> {
    const { clock, readyMs } = this.#patience
    const { name, ready } = this.#what
    const giveUpAt = clock.monotonic() + readyMs
    while (clock.monotonic() < giveUpAt) {
      if (!this.running) {
        const { code, signal } = await this.exited
        throw new ServerNotReady(name, `it ended with ${signal ?? `code ${code}`}`, this.logs())
      }
      if (await ready().catch(() => false)) return
      await sleep(clock, LOOK_AGAIN_MS)
    }
    await this.stop()
    throw new ServerNotReady(name, `it was not ready after ${readyMs / 1_000} s`, this.logs())
  }
}
