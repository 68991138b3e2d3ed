import { isIPv4, isIPv6 } from 'node:net'

/** Kubernetes forgives leading zeros, and takes an IPv6 address that ends like an IPv4 one. */
export function isIpv4(text: string): boolean {
  if (!text.includes('.')) return false
  return isIPv4(withoutLeadingZeros(text)) || isIpv6(withoutLeadingZeros(text))
}

/** Without a zone. */
export function isIpv6(text: string): boolean {
  return !text.includes('%') && isIPv6(text)
}

export function isCidr(text: string): boolean {
  const found = /^(.+)\/(\d{1,3})$/.exec(text)
  if (found === null) return false
  const [, address = '', length] = found
  const isFour = isIPv4(withoutLeadingZeros(address))
  if (!isFour && !isIpv6(withoutLeadingZeros(address))) return false
  return Number(length) <= (isFour ? 32 : 128)
}

/** 6, 8 or 20 bytes, parted by colons, dashes, (in pairs) dots or nothing. */
export function isMac(text: string): boolean {
  const isParted =
    /^[0-9a-f]{2}([:-])[0-9a-f]{2}(\1[0-9a-f]{2})+$/i.test(text) ||
    /^[0-9a-f]{4}(\.[0-9a-f]{4})+$/i.test(text) ||
    /^[0-9a-f]+$/i.test(text)
  return isParted && [12, 16, 40].includes(text.replace(/[:.-]/g, '').length)
}

function withoutLeadingZeros(text: string): string {
  return text.replace(/(^|[.:])0+(?=\d+(\.|$))/g, '$1')
}
