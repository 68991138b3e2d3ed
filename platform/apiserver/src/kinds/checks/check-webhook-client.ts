import type { JsonObject } from '../../json/json-value.ts'
import type { FieldError } from '../../status/field-error.ts'
import { invalid, required } from './complaints.ts'
import { numberIn, textIn } from './members.ts'
import { portErrors, subdomainErrors } from './name-words.ts'

const FORM = '; desired format: https://host[/path]'

/** What is wrong with the URL at which a webhook is called. */
export function checkWebhookUrl(text: string, field: string): readonly FieldError[] {
  const found = /^(?:([a-zA-Z][-+.a-zA-Z0-9]*):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(
    text,
  )
  const [, scheme = '', authority = '', , query = '', fragment = ''] = found ?? []
  const at = authority.lastIndexOf('@')
  const user = at < 0 ? undefined : authority.slice(0, at)
  const errors: FieldError[] = []
  if (scheme.toLowerCase() !== 'https')
    errors.push(invalid(field, scheme.toLowerCase(), `'https' is the only allowed URL scheme${FORM}`))
  if (authority.slice(at + 1) === '') errors.push(invalid(field, '', `host must be specified${FORM}`))
  if (user !== undefined) errors.push(invalid(field, user, 'user information is not permitted in the URL'))
  if (fragment !== '') errors.push(invalid(field, fragment, 'fragments are not permitted in the URL'))
  if (query !== '') errors.push(invalid(field, query, 'query parameters are not permitted in the URL'))
  return errors
}

/** What is wrong with the service that a webhook is reached through. */
export function checkWebhookService(service: JsonObject, path: string): readonly FieldError[] {
  const port = numberIn(service, 'port') ?? 443
  const wrong = portErrors(port)
  const errors: FieldError[] = []
  if (textIn(service, 'name') === '') errors.push(required(`${path}.name`, ''))
  if (textIn(service, 'namespace') === '') errors.push(required(`${path}.namespace`, ''))
  if (wrong.length > 0) errors.push(invalid(`${path}.port`, port, `port is not valid: ${wrong.join(', ')}`))
  return [...errors, ...pathErrors(textIn(service, 'path'), `${path}.path`)]
}

function pathErrors(path: string, field: string): readonly FieldError[] {
  if (path === '' || path === '/') return []
  if (path === '//') return [invalid(field, path, 'segment[0] may not be empty')]
  const start = path.startsWith('/') ? [] : [invalid(field, path, "must start with a '/'")]
  const steps = path.slice(1).replace(/\/$/, '').split('/')
  const wrong = steps.flatMap((step, at) =>
    step === ''
      ? [`segment[${at}] may not be empty`]
      : subdomainErrors(step).map((detail) => `segment[${at}]: ${detail}`),
  )
  return [...start, ...wrong.map((detail) => invalid(field, path, detail))]
}
