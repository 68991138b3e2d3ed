import { isObject, type JsonObject } from '../json/json-value.ts'

export interface ServiceAddress {
  readonly host: string
  readonly port: number
}

/** Finds out where a service can be reached; undefined or an error that says why if it cannot. */
export type ResolveService = (
  namespace: string,
  name: string,
  port: number,
) => Promise<ServiceAddress | undefined> | ServiceAddress | undefined

/** Where a webhook is: by URL, or as a service whose place is looked up for every call. */
export interface HookAddress {
  /** As messages show it, without the query. */
  readonly url: string
  readonly host: string
  readonly port: number
  readonly path: string
  /** What its certificate has to be for. */
  readonly serverName: string
  readonly service: { readonly namespace: string; readonly name: string } | undefined
}

const HTTPS_PORT = 443

/** Reads a `clientConfig`; undefined if it names no place. Throws what is wrong with its URL. */
export function hookAddress({ url, service }: JsonObject): HookAddress | undefined {
  if (isObject(service)) return serviceAddress(service)
  if (typeof url !== 'string' || url === '') return undefined
  const { hostname, port, pathname, host, protocol } = new URL(url)
  const plain = hostname.replace(/^\[|\]$/g, '')
  return {
    url: `${protocol}//${host}${pathname === '/' && !url.endsWith('/') ? '' : pathname}`,
    host: plain,
    port: port === '' ? HTTPS_PORT : Number(port),
    path: pathname,
    serverName: plain,
    service: undefined,
  }
}

function serviceAddress(service: JsonObject): HookAddress {
  const namespace = textOf(service.namespace)
  const name = textOf(service.name)
  const port = typeof service.port === 'number' ? service.port : HTTPS_PORT
  const path = textOf(service.path) === '' ? '/' : textOf(service.path)
  const serverName = `${name}.${namespace}.svc`
  const url = `https://${serverName}:${port}${path}`
  return { url, host: serverName, port, path, serverName, service: { namespace, name } }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
