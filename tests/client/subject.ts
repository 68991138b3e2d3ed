import type { Client, ClientOptions } from '@reeve/client'

/** A server that a conformance suite runs against. */
export interface Subject extends AsyncDisposable {
  /** A client for its administrator. */
  connect(options?: ClientOptions): Promise<Client>
}

/** Waits until something holds. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  what: string,
  patienceMs = 20_000,
): Promise<void> {
  const since = performance.now()
  while (!(await holds())) {
    if (performance.now() - since > patienceMs) throw new Error(`waited in vain until ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
