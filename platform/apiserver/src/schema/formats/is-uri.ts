import { isIpv6 } from './addresses.ts'

const SCHEME = /^[a-zA-Z][a-zA-Z0-9+.-]*:/
const AUTHORITY = /^\/\/(?!\/)([^/?]*)/
const NAME = /^(?:[^ /?#@\\^`{|}%:[]|%[89a-fA-F][0-9a-fA-F])*$/
const USER = /^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/

/** An absolute URI or an absolute path, as in the first line of an HTTP request. */
export function isUri(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a URI must not have
  if (text === '' || /[\x00-\x1f\x7f]/.test(text)) return false
  if (text === '*') return true
  const scheme = SCHEME.exec(text)?.[0] ?? ''
  const rest = text.slice(scheme.length).replace(/\?.*$/s, '')
  if (!rest.startsWith('/')) return scheme !== '' && rest !== text
  const authority = scheme === '' ? undefined : AUTHORITY.exec(rest)
  if (authority && !isAuthority(authority[1] ?? '')) return false
  return isUnescapable(rest.slice(authority?.[0].length ?? 0))
}

function isAuthority(authority: string): boolean {
  const at = authority.lastIndexOf('@')
  const user = authority.slice(0, Math.max(at, 0))
  return isHost(authority.slice(at + 1)) && USER.test(user) && isUnescapable(user)
}

/** A name or an IPv6 address in brackets, and a port or none; of colons in a name only the last one begins a port. */
function isHost(host: string): boolean {
  const literal = /^\[(.*)\](?::\d*)?$/.exec(host)
  if (literal !== null) return isIpv6((literal[1] ?? '').replace(/%25.+$/, ''))
  const colon = host.lastIndexOf(':')
  if (colon >= 0 && !/^\d*$/.test(host.slice(colon + 1))) return false
  return (colon < 0 ? host : host.slice(0, colon)).split(':').every((part) => NAME.test(part))
}

function isUnescapable(path: string): boolean {
  return !/%(?![0-9a-fA-F]{2})/.test(path)
}
