import { isObject, type JsonObject, type JsonValue } from '../../json/json-value.ts'
import type { FieldError } from '../../status/field-error.ts'
import { nameErrors } from '../../verbs/check-name.ts'
import { invalid, required } from './field-complaints.ts'
import { textOf } from './json-parts.ts'

const FORM = '; desired format: https://host[/path]'

/** What is wrong with where a webhook is said to be. */
export function checkClientConfig(field: string, config: JsonValue | undefined): FieldError[] {
  const { url, service } = isObject(config) ? config : {}
  const hasUrl = url !== undefined && url !== null
  if (hasUrl === isObject(service)) return [required(field, 'exactly one of url or service is required')]
  return isObject(service)
    ? serviceErrors(`${field}.service`, service)
    : urlErrors(`${field}.url`, textOf(url))
}

interface UrlParts {
  readonly scheme: string
  readonly user: string | undefined
  readonly host: string
  readonly query: string
  readonly fragment: string
}

const URL_PARTS = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?:\/\/([^/?#]*))?[^?#]*(?:\?([^#]*))?(?:#(.*))?$/s

/** The parts as Go's url package has them, which takes nearly everything for a URL. */
function partsOf(url: string): UrlParts {
  const [, scheme = '', authority = '', query = '', fragment = ''] = URL_PARTS.exec(url) ?? []
  const at = authority.lastIndexOf('@')
  const user = at < 0 ? undefined : authority.slice(0, at)
  return { scheme: scheme.toLowerCase(), user, host: authority.slice(at + 1), query, fragment }
}

function urlErrors(field: string, url: string): FieldError[] {
  const { scheme, user, host, query, fragment } = partsOf(url)
  const errors: FieldError[] = []
  if (scheme !== 'https') errors.push(invalid(field, scheme, `'https' is the only allowed URL scheme${FORM}`))
  if (host === '') errors.push(invalid(field, host, `host must be specified${FORM}`))
  if (user !== undefined) errors.push(invalid(field, user, 'user information is not permitted in the URL'))
  if (fragment !== '') errors.push(invalid(field, fragment, 'fragments are not permitted in the URL'))
  if (query !== '') errors.push(invalid(field, query, 'query parameters are not permitted in the URL'))
  return errors
}

const HTTPS_PORT = 443

function serviceErrors(field: string, service: JsonObject): FieldError[] {
  const errors: FieldError[] = []
  // The real server takes the one for the other.
  if (textOf(service.namespace) === '') errors.push(required(`${field}.name`, ''))
  if (textOf(service.name) === '') errors.push(required(`${field}.namespace`, ''))
  const port = typeof service.port === 'number' ? service.port : HTTPS_PORT
  if (port < 1 || port > 65_535) {
    errors.push(invalid(`${field}.port`, port, 'port is not valid: must be between 1 and 65535, inclusive'))
  }
  return [...errors, ...pathErrors(`${field}.path`, textOf(service.path))]
}

function pathErrors(field: string, path: string): FieldError[] {
  if (path === '' || path === '/') return []
  if (path === '//') return [invalid(field, path, 'segment[0] may not be empty')]
  const errors = path.startsWith('/') ? [] : [invalid(field, path, "must start with a '/'")]
  const steps = path.slice(1).replace(/\/$/, '').split('/')
  for (const [at, step] of steps.entries()) {
    if (step === '') errors.push(invalid(field, path, `segment[${at}] may not be empty`))
    else {
      const wrong = nameErrors(field, step, 'subdomain')
      errors.push(...wrong.map(({ detail }) => invalid(field, path, `segment[${at}]: ${detail}`)))
    }
  }
  return errors
}
