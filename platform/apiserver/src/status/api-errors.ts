import { ApiError, type StatusCause } from './api-error.ts'
import { bodyOf, type FieldError } from './field-error.ts'

/** What a refusal is about. `kind` is the plural resource or the Kind, as the real server has it for the case. */
export interface Subject {
  readonly group: string
  readonly kind: string
  readonly name: string
}

const detailsOf = ({ group, kind, name }: Subject) => ({
  ...(name !== '' && { name }),
  ...(group !== '' && { group }),
  kind,
})

/** `configmaps "a"` or `devices.example.io "a"`, as every message names things. */
const qualified = ({ group, kind, name }: Subject): string =>
  `${group === '' ? kind : `${kind}.${group}`} "${name}"`

export function notFound(subject: Subject): ApiError {
  return new ApiError(`${qualified(subject)} not found`, {
    code: 404,
    reason: 'NotFound',
    details: detailsOf(subject),
  })
}

export function alreadyExists(subject: Subject, because = ''): ApiError {
  const message = `${because}${qualified(subject)} already exists`
  return new ApiError(message, { code: 409, reason: 'AlreadyExists', details: detailsOf(subject) })
}

export function conflict(subject: Subject, why: string): ApiError {
  const message = `Operation cannot be fulfilled on ${qualified(subject)}: ${why}`
  return new ApiError(message, { code: 409, reason: 'Conflict', details: detailsOf(subject) })
}

/** The words that client-go's retry helpers and people know. */
export const MODIFIED =
  'the object has been modified; please apply your changes to the latest version and try again'

export function invalid(subject: Subject, errors: readonly FieldError[]): ApiError {
  const causes = errors.map(
    (error): StatusCause => ({ reason: error.type, message: bodyOf(error), field: error.field }),
  )
  const texts = [...new Set(errors.map((error) => `${error.field}: ${bodyOf(error)}`))]
  const list = texts.length > 1 ? `[${texts.join(', ')}]` : texts[0]
  const message = `${qualified(subject)} is invalid${list === undefined ? '' : `: ${list}`}`
  return new ApiError(message, { code: 422, reason: 'Invalid', details: { ...detailsOf(subject), causes } })
}

export function badRequest(message: string, cause?: unknown): ApiError {
  return new ApiError(message, { code: 400, reason: 'BadRequest', cause })
}

export function forbidden(subject: Subject, why: string, causes?: readonly StatusCause[]): ApiError {
  return new ApiError(`${qualified(subject)} is forbidden: ${why}`, {
    code: 403,
    reason: 'Forbidden',
    details: { ...detailsOf(subject), ...(causes !== undefined && { causes }) },
  })
}

export function unauthorized(): ApiError {
  return new ApiError('Unauthorized', { code: 401, reason: 'Unauthorized' })
}

export function methodNotSupported(group: string, resource: string, action: string): ApiError {
  const message = `${action} is not supported on resources of kind "${group === '' ? resource : `${resource}.${group}`}"`
  return new ApiError(message, {
    code: 405,
    reason: 'MethodNotAllowed',
    details: detailsOf({ group, kind: resource, name: '' }),
  })
}

/** Meant for another host, by the name that the client asked for. */
export function misdirected(host: string): ApiError {
  const message = `cannot answer for host ${JSON.stringify(host)}: it is none of the names of this server`
  return new ApiError(message, { code: 421, reason: 'BadRequest' })
}

/** A revision or token that compaction has overtaken. */
export function expired(message: string, continueToken?: string): ApiError {
  const token = continueToken === undefined ? {} : { continue: continueToken }
  return new ApiError(message, { code: 410, reason: 'Expired', ...token })
}

export function unsupportedMediaType(given: string, accepted: readonly string[]): ApiError {
  const message = `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`
  return new ApiError(message, { code: 415, reason: 'UnsupportedMediaType', cause: given })
}

export function notAcceptable(accepted: readonly string[]): ApiError {
  const message = `only the following media types are accepted: ${accepted.join(', ')}`
  return new ApiError(message, { code: 406, reason: 'NotAcceptable' })
}

export function tooLarge(limit: number): ApiError {
  return new ApiError(`Request entity too large: limit is ${limit}`, {
    code: 413,
    reason: 'RequestEntityTooLarge',
  })
}

/** A resource version that has not been reached within the time a client waits. */
export function revisionTooLarge(asked: number, current: number): ApiError {
  const message = `Too large resource version: ${asked}, current: ${current}`
  const causes = [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }]
  return new ApiError(`Timeout: ${message}`, {
    code: 504,
    reason: 'Timeout',
    details: { causes, retryAfterSeconds: 1 },
  })
}
