import { quote } from '../../json/quote.ts'
import { CelIp, parseAddress } from './cel-ip.ts'
import { CelOpaque } from './cel-opaque.ts'

/** A network: an address and how many of its bits count. */
export class CelCidr extends CelOpaque {
  override readonly typeName = 'net.CIDR'
  readonly ip: CelIp
  readonly bits: number

  constructor(ip: CelIp, bits: number) {
    super()
    this.ip = ip
    this.bits = bits
  }

  get size(): number {
    return Math.ceil(this.bits / 8)
  }

  override isSame(other: CelOpaque): boolean {
    return other instanceof CelCidr && other.bits === this.bits && this.ip.isSame(other.ip)
  }

  override toString(): string {
    return `${this.ip}/${this.bits}`
  }

  /** The network without the bits that do not count. */
  masked(): CelCidr {
    return new CelCidr(new CelIp(kept(this.ip, this.bits)), this.bits)
  }

  hasIp(ip: CelIp): boolean {
    return ip.size === this.ip.size && kept(ip, this.bits).join() === kept(this.ip, this.bits).join()
  }

  hasNetwork(other: CelCidr): boolean {
    return this.bits <= other.bits && this.hasIp(other.ip)
  }
}

function kept(ip: CelIp, bits: number): readonly number[] {
  return ip.bytes.map((byte, at) => byte & (0xff00 >> Math.min(Math.max(bits - at * 8, 0), 8)) & 0xff)
}

/** A network such as 10.0.0.0/8, or what Go says is wrong with it. */
export function parsePrefix(text: string): CelCidr | string {
  const why = (reason: string): string => `netip.ParsePrefix(${quote(text)}): ${reason}`
  const slash = text.lastIndexOf('/')
  if (slash < 0) return why("no '/'")
  const ip = parseAddress(text.slice(0, slash))
  if (typeof ip === 'string') return why(ip)
  const bits = text.slice(slash + 1)
  if (!/^(?:0|[1-9]\d*)$/u.test(bits)) return why(`bad bits after slash: ${quote(bits)}`)
  if (Number(bits) > ip.size * 8) return why('prefix length out of range')
  return new CelCidr(ip, Number(bits))
}
