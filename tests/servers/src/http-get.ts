import { get as getPlain } from 'node:http'
import { get as getSecure, type RequestOptions } from 'node:https'

export interface Answer {
  readonly status: number
  readonly body: string
}

export interface GetOptions {
  /** Unix socket to ask instead of the host in the URL. */
  readonly socketPath?: string
  readonly token?: string
  /** PEM texts; without `ca` any server certificate is accepted. */
  readonly ca?: string
  readonly cert?: string
  readonly key?: string
}

/** One GET on a connection of its own, given up after two seconds. */
export function httpGet(url: string, options: GetOptions = {}): Promise<Answer> {
  const { token, ...connection } = options
  const request: RequestOptions = {
    ...connection,
    agent: false,
    timeout: 2_000,
    rejectUnauthorized: options.ca !== undefined,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  }
  return new Promise((resolve, reject) => {
    const get = url.startsWith('https:') ? getSecure : getPlain
    const sent = get(url, request, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (text) => (body += text))
      response.once('error', reject)
      response.once('end', () => resolve({ status: response.statusCode ?? 0, body }))
    })
    sent.once('timeout', () => sent.destroy(new Error(`no answer from ${url} in two seconds`)))
    sent.once('error', reject)
  })
}
