import { X509Certificate } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Agent, type RequestOptions, request } from 'node:https'
import { isIP } from 'node:net'
import { getCACertificates } from 'node:tls'
import { type Clock, messageOf, ReeveError } from '@reeve/ground'
import { formatJson } from '../json/format-json.ts'
import type { JsonObject } from '../json/json-value.ts'
import { quote } from '../json/quote.ts'
import { type HookAddress, hookAddress, type ResolveService } from './hook-address.ts'
import { networkFailure } from './network-failure.ts'

export interface WebhookClientOptions {
  readonly clock: Clock
  /** Without it, webhooks that are named as services cannot be called. */
  readonly resolveService?: ResolveService
}

export interface WebhookCall {
  /** `url` or `service`, and `caBundle`, as configurations have them. */
  readonly clientConfig: JsonObject
  readonly body: JsonObject
  /** The other side is told. */
  readonly timeoutSeconds: number
  readonly signal: AbortSignal
}

/** What a webhook answered, not looked into. */
export interface WebhookAnswer {
  readonly status: number
  /** The content type; '' where none was said. */
  readonly type: string
  readonly text: string
}

/** A call that got no answer, or could not even be made, in the real server's words. */
export class WebhookCallError extends ReeveError {
  readonly code = 'WEBHOOK_CALL_FAILED'
  /** `client`: nothing could be sent with this configuration. `call`: it was tried. */
  readonly at: 'client' | 'call'

  constructor(message: string, options: { at: 'client' | 'call'; cause?: unknown }) {
    super(message, { cause: options.cause, retryable: options.at === 'call' })
    this.at = options.at
  }
}

/** Far more than any review; the real server takes whatever comes. */
const MAX_ANSWER = 16 * 1024 * 1024

/** How many authorities' connections are kept; as many as the real server keeps clients. */
const MAX_AGENTS = 200

/** Posts reviews to webhooks over HTTPS, with kept connections. Follows no redirects. */
export class WebhookClient {
  readonly #options: WebhookClientOptions
  readonly #agents = new Map<string, Agent>()

  constructor(options: WebhookClientOptions) {
    this.#options = options
  }

  close(): void {
    for (const agent of this.#agents.values()) agent.destroy()
    this.#agents.clear()
  }

  /** Throws a WebhookCallError. */
  async post(call: WebhookCall): Promise<WebhookAnswer> {
    const address = addressOf(call.clientConfig)
    const agent = this.#agent(call.clientConfig.caBundle)
    const query = `?timeout=${call.timeoutSeconds}s`
    const deadline = new AbortController()
    const timer = this.#options.clock.after(call.timeoutSeconds * 1000, () => deadline.abort())
    const signal = AbortSignal.any([call.signal, deadline.signal])
    let place = address
    try {
      place = await this.#place(address)
      return await exchange(place, { agent, path: `${address.path}${query}`, signal }, formatJson(call.body))
    } catch (cause) {
      const why = deadline.signal.aborted
        ? 'context deadline exceeded'
        : call.signal.aborted
          ? 'context canceled'
          : cause instanceof WebhookCallError
            ? cause.message
            : networkFailure(cause, place)
      throw new WebhookCallError(`Post ${quote(address.url + query)}: ${why}`, { at: 'call', cause })
    } finally {
      timer.cancel()
    }
  }

  async #place(address: HookAddress): Promise<HookAddress> {
    const { service, port } = address
    if (service === undefined) return address
    const { resolveService } = this.#options
    const why = 'services cannot be reached from this server; use clientConfig.url'
    if (resolveService === undefined) throw new WebhookCallError(why, { at: 'call' })
    const found = await resolved(resolveService, service, port)
    if (found === undefined)
      throw new WebhookCallError(`service ${quote(service.name)} not found`, { at: 'call' })
    return { ...address, ...found }
  }

  /** One for every authority, so that connections are shared by whoever trusts the same. */
  #agent(caBundle: unknown): Agent {
    const bundle = typeof caBundle === 'string' ? Buffer.from(caBundle, 'base64').toString('utf8').trim() : ''
    const known = this.#agents.get(bundle)
    if (known !== undefined) return known
    const agent = new Agent({ keepAlive: true, ca: bundle === '' ? systemRoots() : authoritiesIn(bundle) })
    this.#agents.set(bundle, agent)
    const [oldest] = this.#agents.keys()
    if (this.#agents.size > MAX_AGENTS && oldest !== undefined) {
      this.#agents.get(oldest)?.destroy()
      this.#agents.delete(oldest)
    }
    return agent
  }
}

async function resolved(resolve: ResolveService, service: { namespace: string; name: string }, port: number) {
  try {
    return await resolve(service.namespace, service.name, port)
  } catch (cause) {
    throw new WebhookCallError(messageOf(cause), { at: 'call', cause })
  }
}

function addressOf(clientConfig: JsonObject): HookAddress {
  try {
    const address = hookAddress(clientConfig)
    if (address !== undefined) return address
  } catch (cause) {
    throw new WebhookCallError(`Unparsable URL: ${messageOf(cause)}`, { at: 'client', cause })
  }
  throw new WebhookCallError('webhook configuration must have either service or URL', { at: 'client' })
}

function systemRoots(): string[] {
  return [...getCACertificates('default'), ...getCACertificates('system')]
}

const PEM_BLOCK = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g

function authoritiesIn(bundle: string): string[] {
  const blocks = bundle.match(PEM_BLOCK) ?? []
  try {
    if (blocks.length > 0) return blocks.map((block) => new X509Certificate(block).toString())
  } catch (cause) {
    throw new WebhookCallError(`unable to load root certificates: ${messageOf(cause)}`, {
      at: 'client',
      cause,
    })
  }
  const why = 'unable to load root certificates: unable to parse bytes as PEM block'
  throw new WebhookCallError(why, { at: 'client' })
}

interface Exchange {
  readonly agent: Agent
  readonly path: string
  readonly signal: AbortSignal
}

function exchange(place: HookAddress, options: Exchange, body: string): Promise<WebhookAnswer> {
  const { host, port, serverName } = place
  const sending: RequestOptions = {
    ...options,
    host,
    port,
    method: 'POST',
    ...(isIP(serverName) === 0 && { servername: serverName }),
    headers: {
      host: new URL(place.url).host,
      accept: 'application/json, */*',
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'reeve-admission',
    },
  }
  return new Promise((resolve, reject) => {
    const sent = request(sending, (response) => receive(response).then(resolve, reject))
    sent.once('error', reject)
    sent.end(body)
  })
}

function receive(response: IncomingMessage): Promise<WebhookAnswer> {
  const chunks: Buffer[] = []
  let size = 0
  return new Promise((resolve, reject) => {
    response.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= MAX_ANSWER) return void chunks.push(chunk)
      response.destroy()
      reject(new WebhookCallError(`the answer is larger than ${MAX_ANSWER} bytes`, { at: 'call' }))
    })
    response.once('error', reject)
    response.once('end', () => {
      const type = response.headers['content-type'] ?? ''
      resolve({ status: response.statusCode ?? 0, type, text: Buffer.concat(chunks).toString('utf8') })
    })
  })
}
