import { GuardedProcess } from '@reeve/test-servers'

const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const

/** The programs that a run starts, one at a time on its terminal; an interrupt stops the current one and ends the run. */
export class Children {
  #current: GuardedProcess | undefined
  #interrupted = false

  constructor() {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, async () => {
        this.#interrupted = true
        process.stderr.write(`\nstopping: got ${signal}\n`)
        await this.#current?.stop()
        process.exit(EXIT_CODES[signal])
      })
    }
  }

  /** Runs a program to its end and gives its exit code; does not come back from an interrupt. */
  async run(
    command: readonly [string, ...string[]],
    options: { cwd: string; env: NodeJS.ProcessEnv; directory: string },
  ): Promise<number> {
    this.#current = new GuardedProcess(command, { ...options, output: 'inherit' })
    const { code } = await this.#current.exited
    return this.#interrupted ? new Promise(() => {}) : (code ?? 1)
  }
}
