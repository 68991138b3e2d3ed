export interface KubeconfigParts {
  readonly url: string
  /** The authority that signed the server's certificate, as PEM. */
  readonly authority: string
  readonly user: { readonly name: string; readonly credentials: Readonly<Record<string, string>> }
}

/** A kubeconfig for one user of one server, as JSON, which is YAML too. */
export function kubeconfigOf({ url, authority, user }: KubeconfigParts): string {
  const cluster = {
    server: url,
    'certificate-authority-data': Buffer.from(authority).toString('base64'),
  }
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'reeve', cluster }],
    users: [{ name: user.name, user: user.credentials }],
    contexts: [{ name: 'reeve', context: { cluster: 'reeve', user: user.name, namespace: 'default' } }],
    'current-context': 'reeve',
  }
  return `${JSON.stringify(config, undefined, 2)}\n`
}
