import { nameErrors } from '../../verbs/check-name.ts'
import { AUTHENTICATED } from '../user.ts'

const PREFIX = 'system:serviceaccount:'

/** What a service account is called as a user. */
export function serviceAccountUser(namespace: string, name: string): string {
  return `${PREFIX}${namespace}:${name}`
}

/** The groups that every service account of a namespace is in. */
export function serviceAccountGroups(namespace: string): readonly string[] {
  return ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, AUTHENTICATED]
}

/** Which service account a user is; undefined for everyone else. */
export function serviceAccountOf(
  user: string,
): { readonly namespace: string; readonly name: string } | undefined {
  if (!user.startsWith(PREFIX)) return undefined
  const [namespace = '', name = '', ...more] = user.slice(PREFIX.length).split(':')
  const wrong = [...nameErrors('', namespace, 'label'), ...nameErrors('', name, 'subdomain')]
  return more.length > 0 || wrong.length > 0 ? undefined : { namespace, name }
}
