import type { Client, ClientOptions } from '@reeve/client'

/** A server that a conformance suite runs against. */
export interface Subject extends AsyncDisposable {
  /** A client for its administrator. */
  connect(options?: ClientOptions): Promise<Client>
}

/** Waits until something holds. */
export async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (let waited = 0; !(await holds()); waited += 10) {
    if (waited > 20_000) throw new Error(`waited in vain until ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
