import { Agent, request } from 'node:https'

const JSON_TYPE = 'application/json'
const PROTOBUF_TYPE = 'application/vnd.kubernetes.protobuf'

interface Message {
  readonly accept: string
  readonly body?: string
}

/** Speaks with the server as its admin; the certificate is not checked. Answers other than success are errors. */
export class ApiCaller {
  readonly #agent = new Agent({ keepAlive: true, rejectUnauthorized: false })
  readonly #url: string
  readonly #token: string

  constructor(url: string, token: string) {
    this.#url = url
    this.#token = token
  }

  async read<T>(path: string, accept = JSON_TYPE): Promise<T> {
    return JSON.parse(`${await this.#send('GET', path, { accept })}`) as T
  }

  /** The same, in protobuf. */
  readBytes(path: string): Promise<Buffer> {
    return this.#send('GET', path, { accept: PROTOBUF_TYPE })
  }

  /** POSTs an object, to be created or reviewed. */
  async create<T>(path: string, object: object): Promise<T> {
    const sent = this.#send('POST', path, { accept: JSON_TYPE, body: JSON.stringify(object) })
    return JSON.parse(`${await sent}`) as T
  }

  /** The same, answered in protobuf. */
  createBytes(path: string, object: object): Promise<Buffer> {
    return this.#send('POST', path, { accept: PROTOBUF_TYPE, body: JSON.stringify(object) })
  }

  #send(method: string, path: string, { accept, body }: Message): Promise<Buffer> {
    const headers = {
      authorization: `Bearer ${this.#token}`,
      accept,
      ...(body !== undefined && { 'content-type': JSON_TYPE }),
    }
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
    const options = { method, agent: this.#agent, headers }
    const sent = request(`${this.#url}${path}`, options, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.once('error', reject)
      response.once('end', () => {
        const answer = Buffer.concat(parts)
        if ((response.statusCode ?? 500) < 300) resolve(answer)
        else reject(new Error(`cannot ${method} ${path}: HTTP ${response.statusCode} ${answer}`))
      })
    })
    sent.once('error', reject)
    sent.end(body)
    return promise
  }

  close(): void {
    this.#agent.destroy()
  }
}
