import type { ApiAnswer, ControlPlane } from '@reeve/apiserver'

export interface Reply {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came back.
  readonly body: any
}

function send(
  plane: ControlPlane,
  method: string,
  path: string,
  body?: unknown,
  type = 'application/json',
): Promise<ApiAnswer> {
  const url = new URL(path, 'https://plane')
  return plane.handle({
    method,
    path: url.pathname,
    query: url.searchParams,
    headers: { 'content-type': type, accept: 'application/json', 'user-agent': 'test/1' },
    body: new TextEncoder().encode(body === undefined ? '' : JSON.stringify(body)),
    signal: new AbortController().signal,
  })
}

/** Asks a control plane through its door in this process. */
export async function ask(...args: Parameters<typeof send>): Promise<Reply> {
  const answer = await send(...args)
  if (answer.type === 'stream') throw new Error('a stream was not asked for')
  return { status: answer.status, body: answer.type === 'object' ? answer.object : answer.text }
}

// biome-ignore lint/suspicious/noExplicitAny: events of whatever kind.
export async function eventsOf(plane: ControlPlane, path: string): Promise<AsyncIterator<any>> {
  const answer = await send(plane, 'GET', path)
  if (answer.type !== 'stream') throw new Error(`not a stream: ${JSON.stringify(answer)}`)
  return answer.events[Symbol.asyncIterator]()
}
