import type { Access } from '../config/access.ts'
import { type FindAccessOptions, findAccess } from '../config/find-access.ts'
import { type HttpTransportOptions, httpTransport } from '../http/http-transport.ts'
import { Client, type ClientOptions } from './client.ts'

export type ConnectOptions = FindAccessOptions &
  ClientOptions &
  Pick<HttpTransportOptions, 'http2' | 'userAgent' | 'dialTimeoutMs'>

/** A client for the cluster that the environment means. Nothing is sent yet. */
export async function connect(options: ConnectOptions): Promise<Client> {
  return clientFor(await findAccess(options), options)
}

/** A client for a cluster that is reached over HTTP. */
export function clientFor(
  access: Access,
  options: ClientOptions & Pick<HttpTransportOptions, 'http2' | 'userAgent' | 'dialTimeoutMs'> = {},
): Client {
  const { endpoint, credentials, gzip, namespace } = access
  const { http2, userAgent, dialTimeoutMs, clock } = options
  const transport = httpTransport({
    endpoint,
    credentials,
    gzip,
    ...(http2 !== undefined && { http2 }),
    ...(userAgent !== undefined && { userAgent }),
    ...(dialTimeoutMs !== undefined && { dialTimeoutMs }),
    ...(clock !== undefined && { clock }),
  })
  return new Client(transport, { namespace, ...options })
}
