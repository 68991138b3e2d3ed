import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { type Clock, messageOf } from '@reeve/ground'
import { ConfigError } from '../errors/errors.ts'
import type { ClientCertificate, Endpoint } from './endpoint.ts'

/** A connection that is ready for HTTP, and which HTTP. */
export interface Dialled {
  readonly socket: Socket
  readonly protocol: 'h2' | 'http/1.1'
}

export interface DialOptions {
  readonly certificate: ClientCertificate | undefined
  readonly protocols: readonly string[]
  readonly clock: Clock
  /** How long it may take in all. */
  readonly timeoutMs: number
}

/** Idle connections are probed by the system, so that one that is dead is noticed. */
const PROBE_MS = 30_000

/** Connects to an endpoint: through its proxy if it has one, then with TLS if it is https. */
export async function dial(endpoint: Endpoint, options: DialOptions): Promise<Dialled> {
  const url = new URL(endpoint.server)
  const open = new Set<Socket>()
  const late = Promise.withResolvers<never>()
  const timer = options.clock.after(options.timeoutMs, () =>
    late.reject(new Error(`no connection within ${options.timeoutMs} ms`)),
  )
  try {
    const dialled = await Promise.race([connected(url, { endpoint, options, open }), late.promise])
    dialled.socket.setNoDelay(true).setKeepAlive(true, PROBE_MS)
    return dialled
  } catch (error) {
    for (const socket of open) socket.destroy()
    throw error
  } finally {
    timer.cancel()
    late.promise.catch(() => {})
  }
}

interface Dialling {
  readonly endpoint: Endpoint
  readonly options: DialOptions
  /** Everything that was opened, to be closed if it comes to nothing. */
  readonly open: Set<Socket>
}

async function connected(url: URL, dialling: Dialling): Promise<Dialled> {
  const { endpoint, open } = dialling
  const through =
    endpoint.proxy === undefined
      ? await tcp(hostOf(url), portOf(url), open)
      : await tunnel(new URL(endpoint.proxy), url, open)
  if (url.protocol !== 'https:') return { socket: through, protocol: 'http/1.1' }
  const { certificate, protocols } = dialling.options
  const { connect } = await import('node:tls')
  const { isIP } = await import('node:net')
  const host = hostOf(url)
  const name = endpoint.serverName ?? host
  const secure = connect({
    socket: through,
    host: name,
    // An address is no name to ask for; the certificate is held against it all the same.
    ...(isIP(name) === 0 && { servername: name }),
    ...(endpoint.ca !== undefined && { ca: endpoint.ca }),
    ...certificate,
    rejectUnauthorized: endpoint.insecure !== true,
    ALPNProtocols: [...protocols],
  })
  open.add(secure)
  await ready(secure, 'secureConnect')
  return { socket: secure, protocol: secure.alpnProtocol === 'h2' ? 'h2' : 'http/1.1' }
}

async function tcp(host: string, port: number, open: Set<Socket>): Promise<Socket> {
  const { connect } = await import('node:net')
  const socket = connect({ host, port })
  open.add(socket)
  await ready(socket, 'connect')
  return socket
}

/** Asks a proxy for a line to the server; what follows is between us and the server. */
async function tunnel(proxy: URL, server: URL, open: Set<Socket>): Promise<Socket> {
  if (!['http:', 'https:', 'socks5:', 'socks5h:'].includes(proxy.protocol)) {
    throw new ConfigError(
      `cannot use proxy ${proxy.protocol}//${proxy.host}: only http, https and socks5 are known`,
    )
  }
  const plain = await tcp(hostOf(proxy), portOf(proxy), open)
  if (proxy.protocol.startsWith('socks5')) return throughSocks(plain, proxy, server)
  const line = proxy.protocol === 'https:' ? await secured(plain, hostOf(proxy), open) : plain
  const { request } = await import('node:http')
  const authority = `${server.hostname}:${portOf(server)}`
  const secret = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`
  const sent = request({
    method: 'CONNECT',
    path: authority,
    headers: {
      host: authority,
      ...(proxy.username !== '' && {
        'proxy-authorization': `Basic ${Buffer.from(secret).toString('base64')}`,
      }),
    },
    createConnection: () => line,
  })
  return new Promise((resolve, reject) => {
    sent.once('connect', (response, socket: Socket) => {
      if (response.statusCode === 200) return resolve(socket)
      reject(new Error(`proxy ${proxy.host} answered ${response.statusCode}`))
    })
    sent.once('response', (response) => {
      response.destroy()
      reject(new Error(`proxy ${proxy.host} answered ${response.statusCode}`))
    })
    sent.once('error', (cause) => reject(new Error(`proxy ${proxy.host}: ${messageOf(cause)}`, { cause })))
    sent.end()
  })
}

async function throughSocks(socket: Socket, proxy: URL, server: URL): Promise<Socket> {
  const { socks5 } = await import('./socks5.ts')
  try {
    await socks5(socket, {
      host: hostOf(server),
      port: portOf(server),
      username: decodeURIComponent(proxy.username),
      password: decodeURIComponent(proxy.password),
    })
    return socket
  } catch (cause) {
    throw new Error(`proxy ${proxy.host}: ${messageOf(cause)}`, { cause })
  }
}

async function secured(plain: Socket, host: string, open: Set<Socket>): Promise<TLSSocket> {
  const { connect } = await import('node:tls')
  const { isIP } = await import('node:net')
  const socket = connect({ socket: plain, host, ...(isIP(host) === 0 && { servername: host }) })
  open.add(socket)
  await ready(socket, 'secureConnect')
  return socket
}

function ready(socket: Socket, event: 'connect' | 'secureConnect'): Promise<void> {
  return new Promise((resolve, reject) => {
    const closed = (): void => reject(new Error('the connection was closed while it was made'))
    socket.once('error', reject).once('close', closed)
    socket.once(event, () => {
      socket.off('error', reject).off('close', closed)
      resolve()
    })
  })
}

/** Without the brackets of an IPv6 address. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1')
}

function portOf({ port, protocol }: URL): number {
  const usual = protocol === 'https:' ? 443 : protocol === 'http:' ? 80 : 1080
  return port === '' ? usual : Number(port)
}
