import type { Agent, ClientRequest, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { TransportAnswer } from '../transport/transport.ts'
import type { Dialled } from './dial.ts'
import { readAnswer } from './read-answer.ts'
import { type Dial, UnsentError, type Wire, type WireRequest } from './wire.ts'

/** These may be sent twice without harm. */
const HARMLESS = new Set(['GET', 'HEAD', 'OPTIONS'])
/** Idle connections that are kept. */
const MOST_IDLE = 32

type Connected = (error: Error | null, socket?: Socket) => void

/** HTTP/1.1: a connection for each request under way, kept for the next. Begins with one that is there already. */
export async function openHttp1Wire(dial: Dial, first: Dialled): Promise<Wire> {
  const http = await import('node:http')
  const spare: Socket[] = [first.socket]
  const agent = new http.Agent({ keepAlive: true, maxFreeSockets: MOST_IDLE, scheduling: 'lifo' })
  const createConnection = (_options: unknown, done: Connected): undefined => {
    const waiting = spare.pop()
    const found =
      waiting?.destroyed === false ? Promise.resolve(waiting) : dial().then(({ socket }) => socket)
    found.then(
      (socket) => done(null, socket),
      (cause) => done(new UnsentError(cause)),
    )
  }
  Object.assign(agent, { createConnection })
  const retire = (): void => {
    for (const socket of Object.values(agent.freeSockets).flat()) socket?.destroy()
    for (const socket of spare.splice(0)) socket.destroy()
  }
  return {
    send: (request) => sent(http.request, agent, request),
    retire,
    destroy: () => {
      retire()
      agent.destroy()
    },
  }
}

async function sent(
  open: typeof import('node:http').request,
  agent: Agent,
  request: WireRequest,
): Promise<TransportAnswer> {
  const { method, path, headers, body, signal } = request
  for (;;) {
    signal?.throwIfAborted()
    const outgoing = open({ method, path, headers: { ...headers } as never, agent, setHost: false })
    const abort = (): void => void outgoing.destroy()
    signal?.addEventListener('abort', abort, { once: true })
    let response: IncomingMessage | undefined
    try {
      response = await answered(outgoing, body)
      const broke = (): boolean => response?.complete !== true
      response.once('close', () => signal?.removeEventListener('abort', abort))
      const { statusCode: status = 0, headers: received } = response
      return await readAnswer({ status, headers: received, stream: response, broke }, request)
    } catch (cause) {
      signal?.removeEventListener('abort', abort)
      if (signal?.aborted === true) throw signal.reason
      // A kept connection may close just as it is used again; the next one is fresh or closes too.
      const again = outgoing.reusedSocket && HARMLESS.has(method) && response === undefined
      if (!again) throw cause
    }
  }
}

function answered(outgoing: ClientRequest, body: WireRequest['body']): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    outgoing.once('response', resolve).on('error', reject)
    outgoing.end(body)
  })
}
