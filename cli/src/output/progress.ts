import type { Clock } from '@reeve/ground'

/** Short work says nothing; long work says now and then how far it is. */
const EVERY_MS = 2_000

/** Tells people on standard error how far something is. */
export function progressOf(
  what: string,
  { clock, write }: { readonly clock: Clock; readonly write: (text: string) => void },
): (done: number, all: number) => void {
  let told = clock.monotonic()
  return (done, all) => {
    if (clock.monotonic() - told < EVERY_MS) return
    told = clock.monotonic()
    const percent = all === 0 ? 100 : Math.floor((100 * done) / all)
    write(`${what}: ${done} of ${all} keys (${percent} %)\n`)
  }
}
