import type { Clock } from '@reeve/ground'

/** Takes one line for the person who waits. */
export type Say = (line: string) => void

export const sayOnStderr: Say = (line) => void process.stderr.write(`${line}\n`)

/** Does `work` while saying every ten seconds how long it has taken, and at its end how long it took. */
export async function withProgress<T>(
  words: string,
  work: () => Promise<T>,
  options: { readonly clock: Clock; readonly say: Say },
): Promise<T> {
  const { clock, say } = options
  const since = clock.monotonic()
  const seconds = (): string => `${Math.round((clock.monotonic() - since) / 1_000)} s`
  let timer = clock.after(10_000, tick)
  function tick(): void {
    say(`  ${words}: ${seconds()} so far`)
    timer = clock.after(10_000, tick)
  }
  say(`  ${words}`)
  try {
    const result = await work()
    say(`  ${words}: done in ${seconds()}`)
    return result
  } finally {
    timer.cancel()
  }
}

/** Gives on at most one call in ten seconds of waiting, the first one at once. */
export function everyTenSeconds(say: (seconds: number) => void): (ms: number) => void {
  let next = 0
  return (ms) => {
    if (ms < next) return
    next = ms + 10_000
    say(Math.round(ms / 1_000))
  }
}
