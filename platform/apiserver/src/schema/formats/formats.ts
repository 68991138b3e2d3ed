import { isCidr, isIpv4, isIpv6, isMac } from './addresses.ts'
import { isDate, isDateTime, isDuration } from './dates.ts'
import { isEmail } from './is-email.ts'
import { isHostname } from './is-hostname.ts'
import { isUri } from './is-uri.ts'
import { isCreditCard, isIsbn10, isIsbn13 } from './numbers-with-a-check-digit.ts'

type IsFormat = (text: string) => boolean

const like =
  (pattern: RegExp): IsFormat =>
  (text) =>
    pattern.test(text)

const RGB = '[\\t\\n\\f\\r ]*(0|[1-9]\\d?|1\\d\\d?|2[0-4]\\d|25[0-5])[\\t\\n\\f\\r ]*'

/** The formats that Kubernetes 1.34 validates in custom resources, by their names without dashes. */
const FORMATS: ReadonlyMap<string, IsFormat> = new Map<string, IsFormat>([
  ['bsonobjectid', like(/^[0-9a-fA-F]{24}$/)],
  ['byte', like(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$/)],
  ['cidr', isCidr],
  ['creditcard', isCreditCard],
  ['date', isDate],
  ['datetime', isDateTime],
  ['duration', isDuration],
  ['email', isEmail],
  ['hexcolor', like(/^#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/)],
  ['hostname', isHostname],
  ['ipv4', isIpv4],
  ['ipv6', isIpv6],
  ['isbn', (text) => isIsbn10(text) || isIsbn13(text)],
  ['isbn10', isIsbn10],
  ['isbn13', isIsbn13],
  ['mac', isMac],
  ['password', () => true],
  ['rgbcolor', like(new RegExp(`^rgb\\(${RGB},${RGB},${RGB}\\)$`))],
  ['ssn', (text) => text.length === 11 && /^\d{3}[- ]?\d{2}[- ]?\d{4}$/.test(text)],
  ['uri', isUri],
  ['uuid', like(/^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i)],
  ['uuid3', like(/^[0-9a-f]{8}-?[0-9a-f]{4}-?3[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i)],
  ['uuid4', like(/^[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i)],
  ['uuid5', like(/^[0-9a-f]{8}-?[0-9a-f]{4}-?5[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i)],
])

/** The check of a format; undefined for one that Kubernetes does not validate, such as `int32`. */
export function formatCheckOf(format: string | undefined): IsFormat | undefined {
  return format === undefined ? undefined : FORMATS.get(format.replaceAll('-', ''))
}
