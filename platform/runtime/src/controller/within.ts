import { type Clock, sleep } from '@reeve/ground'

/** Whether the promise resolves within the time. */
export async function within(
  promise: Promise<void>,
  { clock, ms }: { clock: Clock; ms: number },
): Promise<boolean> {
  const over = new AbortController()
  const late = sleep(clock, ms, over.signal).then(
    () => false,
    () => true,
  )
  const inTime = await Promise.race([promise.then(() => true), late])
  over.abort()
  return inTime
}
