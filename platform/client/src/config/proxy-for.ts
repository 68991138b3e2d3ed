import type { Environment } from './environment.ts'

/** The proxy that the environment names for a server, as Go programs read it; undefined to go straight. */
export async function proxyFor(server: string, env: Environment): Promise<string | undefined> {
  const url = new URL(server)
  const name = url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY'
  const proxy = env[name] || env[name.toLowerCase()] || ''
  if (proxy === '' || (await isExempt(url, env.NO_PROXY || env.no_proxy || ''))) return undefined
  return proxy.includes('://') ? proxy : `http://${proxy}`
}

async function isExempt(url: URL, exempt: string): Promise<boolean> {
  const { BlockList, isIP } = await import('node:net')
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase()
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port
  const family = isIP(host)
  if (host === 'localhost' || host === '::1' || (family === 4 && host.startsWith('127.'))) return true
  const entries = exempt
    .toLowerCase()
    .split(',')
    .map((entry) => entry.trim())
  return entries.some((entry) => {
    if (entry === '') return false
    if (entry === '*' || entry === host || entry === `${host}:${port}`) return true
    const [network = '', bits] = entry.split('/')
    if (bits !== undefined && isIP(network) !== 0) {
      const list = new BlockList()
      list.addSubnet(network, Number(bits), isIP(network) === 4 ? 'ipv4' : 'ipv6')
      return family !== 0 && list.check(host, family === 4 ? 'ipv4' : 'ipv6')
    }
    const [name = '', only] = entry.replace(/^\*?\./, '').split(':')
    const within = host.endsWith(`.${name}`) || (!/^\*?\./.test(entry) && host === name)
    return family === 0 && name !== '' && within && (only === undefined || only === port)
  })
}
