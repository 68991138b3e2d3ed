import { BadOptionError } from '../errors.ts'

/** Reads `host:port`; IPv6 hosts stand in brackets. */
export function listenAddressOf(text: string): { readonly host: string; readonly port: number } {
  const [, host, port] = /^\[?([^\]]*?)\]?:(\d{1,5})$/.exec(text) ?? []
  if (host === undefined || host === '' || Number(port) > 65_535) {
    throw new BadOptionError(`cannot listen on "${text}": expected host:port, such as 127.0.0.1:6443`)
  }
  return { host, port: Number(port) }
}
