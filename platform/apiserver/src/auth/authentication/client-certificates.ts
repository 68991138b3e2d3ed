import type { PeerCertificate } from 'node:tls'
import type { User } from '../user.ts'
import { type Authenticator, type Credentials, CredentialsRefused } from './authenticator.ts'

/** Kubernetes' own attribute of a subject. */
const UID = '1.3.6.1.4.1.57683.2'

/** Knows users by certificates: their common name is the user, their organizations are the groups. */
export const clientCertificates: Authenticator = {
  authenticate: ({ certificate }: Credentials): User | undefined => certificate && userOf(certificate),
}

function userOf({ subject, fingerprint256 }: PeerCertificate): User | undefined {
  const attributes = subject as unknown as Readonly<Record<string, string | readonly string[] | undefined>>
  const name = listOf(attributes.CN).at(-1) ?? ''
  if (name === '') return undefined
  const [uid, another] = listOf(attributes[UID])
  if (another !== undefined) throw new CredentialsRefused('expected 1 UID, but found multiple')
  const id = `X509SHA256=${fingerprint256.replaceAll(':', '').toLowerCase()}`
  return {
    name,
    ...(uid !== undefined && { uid }),
    groups: listOf(attributes.O),
    extra: { 'authentication.kubernetes.io/credential-id': [id] },
  }
}

/** Node gives one value as a string and several as a list. */
function listOf(value: string | readonly string[] | undefined): readonly string[] {
  return value === undefined ? [] : typeof value === 'string' ? [value] : value
}
