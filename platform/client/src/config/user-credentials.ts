import type { Clock } from '@reeve/ground'
import { ConfigError, CredentialError } from '../errors/errors.ts'
import type { ClientCertificate, Credentials } from '../http/endpoint.ts'
import type { Environment } from './environment.ts'
import { ExecPlugin } from './exec-plugin.ts'
import { type Impersonation, impersonationHeaders } from './impersonation.ts'
import type { ClusterEntry, UserEntry } from './kubeconfig.ts'
import { readText } from './read-text.ts'
import { TokenFile } from './token-file.ts'

export interface UserCredentialsOptions {
  readonly clock: Clock
  readonly env: Environment
  readonly cluster: ClusterEntry
  /** Default: whom the user entry names, if any. */
  readonly impersonate?: Impersonation
}

/** What a user of a kubeconfig shows to a server. */
export function userCredentials(user: UserEntry, options: UserCredentialsOptions): Credentials {
  const provider = user['auth-provider']?.name
  if (provider !== undefined) {
    throw new ConfigError(`cannot use auth provider "${provider}": kubectl no longer knows it either`, {
      hint: 'use the exec plugin of your cloud instead',
    })
  }
  const bearer = bearerOf(user, options)
  const as = options.impersonate ?? impersonationOf(user)
  const standing = as === undefined ? {} : impersonationHeaders(as)
  return {
    headers: async () => ({ ...(await bearer.headers()), ...standing }),
    certificate: async () => (await bearer.certificate?.()) ?? certificateOf(user),
    renew: () => bearer.renew(),
  }
}

interface Bearer {
  headers(): Promise<Readonly<Record<string, string>>>
  certificate?(): Promise<ClientCertificate | undefined>
  renew(): boolean
}

function bearerOf(user: UserEntry, { clock, env, cluster }: UserCredentialsOptions): Bearer {
  const { token, tokenFile, username, password = '', exec } = user
  if (tokenFile !== undefined && tokenFile !== '') {
    const file = new TokenFile(tokenFile, clock)
    return {
      headers: async () => authorization(`Bearer ${await file.token()}`),
      renew: () => {
        file.renew()
        return true
      },
    }
  }
  if (token !== undefined && token !== '') return fixed(`Bearer ${token}`)
  if (username !== undefined && username !== '') {
    return fixed(`Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`)
  }
  if (exec === undefined) return { headers: async () => ({}), renew: () => false }
  const plugin = new ExecPlugin(exec, { clock, env, cluster })
  return {
    headers: async () => {
      const given = await plugin.credential()
      return given.token === undefined ? {} : authorization(`Bearer ${given.token}`)
    },
    certificate: async () => (await plugin.credential()).certificate,
    renew: () => {
      plugin.renew()
      return true
    },
  }
}

function fixed(value: string): Bearer {
  return { headers: async () => authorization(value), renew: () => false }
}

function authorization(value: string): Readonly<Record<string, string>> {
  return { authorization: value }
}

/** Files are read for each connection, so that a certificate that was replaced is used from the next one on. */
async function certificateOf(user: UserEntry): Promise<ClientCertificate | undefined> {
  const cert = await pem(user['client-certificate-data'], user['client-certificate'])
  const key = await pem(user['client-key-data'], user['client-key'])
  return cert === undefined || key === undefined ? undefined : { cert, key }
}

/** PEM that is given in base64, or stands in a file. */
export async function pem(data: string | undefined, path: string | undefined): Promise<string | undefined> {
  if (data !== undefined && data !== '') return Buffer.from(data, 'base64').toString('utf8')
  if (path === undefined || path === '') return undefined
  try {
    return await readText(path)
  } catch (cause) {
    throw new CredentialError(`read ${path}`, { cause })
  }
}

function impersonationOf(entry: UserEntry): Impersonation | undefined {
  const { as: user, 'as-uid': uid, 'as-groups': groups, 'as-user-extra': extra } = entry
  if (user === undefined || user === '') return undefined
  return {
    user,
    ...(uid !== undefined && { uid }),
    ...(groups !== undefined && { groups }),
    ...(extra !== undefined && { extra }),
  }
}
