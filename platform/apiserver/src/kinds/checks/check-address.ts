import { isIPv4, isIPv6 } from 'node:net'
import type { FieldError } from '../../status/field-error.ts'
import { invalid } from './complaints.ts'

/** What is wrong with an IP address, as fields take it that were there before addresses were checked strictly. */
export function checkAddress(text: string, field: string): readonly FieldError[] {
  if (isIPv4(text) || (isIPv6(text) && !text.includes('%'))) return []
  return [invalid(field, text, 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)')]
}

/** What is wrong with a range of addresses such as `10.0.0.0/8`. */
export function checkCidr(text: string, field: string): readonly FieldError[] {
  const [address = '', bits = '', ...more] = text.split('/')
  const most = isIPv4(address) ? 32 : isIPv6(address) ? 128 : -1
  if (more.length === 0 && /^\d+$/.test(bits) && Number(bits) <= most) return []
  return [invalid(field, text, 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)')]
}

/** What is wrong with an address at which others are to be reached. */
export function checkEndpointAddress(text: string, field: string): readonly FieldError[] {
  const wrong = checkAddress(text, field)
  if (wrong.length > 0) return wrong
  const special = (isSuch: boolean, detail: string): readonly FieldError[] =>
    isSuch ? [invalid(field, text, detail)] : []
  return [
    ...special(/^(0\.0\.0\.0|::)$/.test(text), `may not be unspecified (${text})`),
    ...special(/^127\.|^::1$/.test(text), 'may not be in the loopback range (127.0.0.0/8, ::1/128)'),
    ...special(
      /^169\.254\.|^fe[89ab]/i.test(text),
      'may not be in the link-local range (169.254.0.0/16, fe80::/10)',
    ),
    ...special(
      /^224\.0\.0\.|^ff02/i.test(text),
      'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)',
    ),
  ]
}
