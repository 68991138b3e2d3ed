import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { FanOut } from './load/fan-out.ts'
import type { Done, Order, Rate } from './load/order.ts'

const MAIN = fileURLToPath(new URL('./load/main.ts', import.meta.url))

/** The client in a process of its own; it runs where this process does when it is started. */
export class LoadProgram {
  readonly #child: ChildProcess

  constructor() {
    this.#child = fork(MAIN, { execArgv: ['--conditions=source'] })
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  /** Throws the first thing that went wrong. */
  async rate(order: Order): Promise<Rate> {
    const done = await this.#ask(order)
    if (!('rate' in done)) throw new Error('cannot measure a rate: the load program answered otherwise')
    return done.rate
  }

  async fanOut(order: Order & { readonly do: 'fan-out' }): Promise<FanOut> {
    const done = await this.#ask(order)
    if (!('fanOut' in done)) throw new Error('cannot measure a fan-out: the load program answered otherwise')
    return done.fanOut
  }

  stop(): void {
    this.#child.disconnect()
  }

  async #ask(order: Order): Promise<Done> {
    this.#child.send(order)
    const [done] = (await once(this.#child, 'message')) as [Done]
    if ('error' in done) throw new Error(`cannot ${order.do} at ${order.target.url}: ${done.error}`)
    return done
  }
}
