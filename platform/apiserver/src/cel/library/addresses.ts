import { quote } from '../../json/quote.ts'
import { CelRuntimeError } from '../cel-error.ts'
import { type CelCidr, parsePrefix } from '../values/cel-cidr.ts'
import { type CelIp, parseAddress } from '../values/cel-ip.ts'
import { type FunctionTable, overload } from './overload.ts'

const IP = 'net.IP'
const CIDR = 'net.CIDR'

function ip(text: string): CelIp {
  const zone = text.indexOf('%')
  const found = parseAddress(zone < 0 ? text : text.slice(0, zone))
  if (typeof found === 'string') {
    throw new CelRuntimeError(`IP Address ${quote(text)} parse error during conversion from string: ${found}`)
  }
  if (zone >= 0) throw new CelRuntimeError(`IP address ${quote(text)} with zone value is not allowed`)
  if (found.isMapped) throw new CelRuntimeError(`IPv4-mapped IPv6 address ${quote(text)} is not allowed`)
  return found
}

function cidr(text: string): CelCidr {
  const prefix = 'network address parse error during conversion from string: '
  const found = parsePrefix(text)
  if (typeof found === 'string') throw new CelRuntimeError(`${prefix}${prefix}${found}`)
  if (found.ip.isMapped)
    throw new CelRuntimeError(`${prefix}IPv4-mapped IPv6 address ${quote(text)} is not allowed`)
  return found
}

const works =
  (read: (text: string) => unknown) =>
  (text: string): boolean => {
    try {
      read(text)
      return true
    } catch {
      return false
    }
  }

/** What a network is asked about: a text that is none has no form here, whatever is wrong with it. */
function fitting<Value>(read: (text: string) => Value, text: string): Value {
  if (works(read)(text)) return read(text)
  throw new CelRuntimeError('no such overload')
}

const is = (id: string, test: (address: CelIp) => boolean) => [overload(id, `${IP}.() -> bool`, test)]

/** IP addresses and networks. */
export const ADDRESSES: FunctionTable = {
  ip: [
    overload('string_to_ip', `(string) -> ${IP}`, ip),
    overload('cidr_ip', `${CIDR}.() -> ${IP}`, (network: CelCidr) => network.ip),
  ],
  isIP: [overload('is_ip', '(string) -> bool', works(ip))],
  'ip.isCanonical': [
    overload('ip_is_canonical', '(string) -> bool', (text: string) => ip(text).toString() === text),
  ],
  family: [overload('ip_family', `${IP}.() -> int`, (address: CelIp) => (address.size === 4 ? 4n : 6n))],
  isUnspecified: is('ip_is_unspecified', (address) => address.isUnspecified),
  isLoopback: is('ip_is_loopback', (address) => address.isLoopback),
  isLinkLocalMulticast: is('ip_is_link_local_multicast', (address) => address.isLinkLocalMulticast),
  isLinkLocalUnicast: is('ip_is_link_local_unicast', (address) => address.isLinkLocalUnicast),
  isGlobalUnicast: is('ip_is_global_unicast', (address) => address.isGlobalUnicast),
  cidr: [overload('string_to_cidr', `(string) -> ${CIDR}`, cidr)],
  isCIDR: [overload('is_cidr', '(string) -> bool', works(cidr))],
  containsIP: [
    overload('cidr_contains_ip_string', `${CIDR}.(string) -> bool`, (network: CelCidr, text: string) =>
      network.hasIp(fitting(ip, text)),
    ),
    overload('cidr_contains_ip_ip', `${CIDR}.(${IP}) -> bool`, (network: CelCidr, address: CelIp) =>
      network.hasIp(address),
    ),
  ],
  containsCIDR: [
    overload('cidr_contains_cidr_string', `${CIDR}.(string) -> bool`, (network: CelCidr, text: string) =>
      network.hasNetwork(fitting(cidr, text)),
    ),
    overload('cidr_contains_cidr', `${CIDR}.(${CIDR}) -> bool`, (network: CelCidr, other: CelCidr) =>
      network.hasNetwork(other),
    ),
  ],
  prefixLength: [
    overload('cidr_prefix_length', `${CIDR}.() -> int`, (network: CelCidr) => BigInt(network.bits)),
  ],
  masked: [overload('cidr_masked', `${CIDR}.() -> ${CIDR}`, (network: CelCidr) => network.masked())],
  string: [
    overload('ip_to_string', `(${IP}) -> string`, (address: CelIp) => address.toString()),
    overload('cidr_to_string', `(${CIDR}) -> string`, (network: CelCidr) => network.toString()),
  ],
}
