import { openMemoryLedger } from '@reeve/ledger'
import { type ControlPlane, startControlPlane } from '../../server/control-plane.ts'

export interface Told {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came back.
  readonly body: any
}

export interface ExamplePlane extends AsyncDisposable {
  send(method: string, path: string, body?: object): Promise<Told>
}

/** A control plane on memory, asked without a socket. For tests only. */
export async function examplePlane(): Promise<ExamplePlane> {
  const ledger = openMemoryLedger()
  const plane = await startControlPlane({ ledger })
  return {
    send: (method, path, body) => send(plane, { method, path, body }),
    [Symbol.asyncDispose]: async () => {
      await plane.close()
      await ledger.close()
    },
  }
}

async function send(
  plane: ControlPlane,
  { method, path, body }: { method: string; path: string; body: object | undefined },
): Promise<Told> {
  const url = new URL(path, 'https://plane')
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
  const answer = await plane.handle({
    method,
    path: url.pathname,
    query: url.searchParams,
    headers: { 'content-type': type, 'user-agent': 'test/1' },
    body: new TextEncoder().encode(body === undefined ? '' : JSON.stringify(body)),
    signal: new AbortController().signal,
  })
  if (answer.type !== 'object') throw new Error(`no object: ${JSON.stringify(answer)}`)
  return { status: answer.status, body: answer.object }
}
