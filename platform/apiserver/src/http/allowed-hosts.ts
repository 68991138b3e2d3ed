import { isIP } from 'node:net'

/** Says whether a request may be meant for this server, by the host that it names. */
export type AllowsHost = (authority: string | undefined) => boolean

/**
 * Lets through addresses and the names that are known. A page in a browser that has its own name point here, to use what
 * the browser holds, is refused: addresses cannot be rebound, names can.
 */
export function allowedHosts(names: readonly string[]): AllowsHost {
  const known = new Set(['localhost', ...names].map((name) => name.toLowerCase()))
  return (authority) => {
    if (authority === undefined) return true
    const [, bracketed, plain = ''] = /^(?:\[([^\]]+)\]|([^:]*))(?::\d+)?$/.exec(authority) ?? []
    const host = (bracketed ?? plain).toLowerCase()
    return isIP(host) !== 0 || known.has(host.replace(/\.$/, ''))
  }
}
