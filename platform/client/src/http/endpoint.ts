/** Where an API is, and how to know that it is the one. */
export interface Endpoint {
  /** Such as `https://10.0.0.1:6443`; may have a path, which stands before every other. */
  readonly server: string
  /** Authorities to trust, as PEM. Default: those of Node. */
  readonly ca?: string
  /** The name that the server's certificate has to be for. Default: its host. */
  readonly serverName?: string
  /** Believe any certificate. Default: false. */
  readonly insecure?: boolean
  /** A proxy to go through, such as `http://user:secret@proxy:3128`, `https://…` or `socks5://…`. Default: none. */
  readonly proxy?: string
}

/** A certificate and its key, as PEM, by which a client is known. */
export interface ClientCertificate {
  readonly cert: string
  readonly key: string
}

/** By what a client is known. Asked for every request and every connection, so what is in it may change over time. */
export interface Credentials {
  headers(signal: AbortSignal | undefined): Promise<Readonly<Record<string, string | readonly string[]>>>
  certificate(signal: AbortSignal | undefined): Promise<ClientCertificate | undefined>
  /** Told that the server did not believe what was shown; says whether there may be something newer to show. */
  renew(): boolean
}

export const NO_CREDENTIALS: Credentials = {
  headers: async () => ({}),
  certificate: async () => undefined,
  renew: () => false,
}
