import {
  AccessDeniedError,
  CorruptError,
  DiskFullError,
  InvalidRequestError,
  UnavailableError,
  UncertainError,
} from '../errors.ts'
import { GrpcError, GrpcStatus } from './grpc-error.ts'

/** What a call was about, as far as its errors depend on it. */
export interface CallNature {
  /** For the message: `cannot <action>`. */
  readonly action: string
  /** Whether doing it twice is the same as once, so that a lost answer does no harm. */
  readonly idempotent: boolean
}

/** Statuses with which etcd has refused a request; with all others a write may yet have been applied. */
const REFUSED: ReadonlySet<number> = new Set([
  GrpcStatus.invalidArgument,
  GrpcStatus.notFound,
  GrpcStatus.permissionDenied,
  GrpcStatus.resourceExhausted,
  GrpcStatus.failedPrecondition,
  GrpcStatus.outOfRange,
  GrpcStatus.unimplemented,
  GrpcStatus.unauthenticated,
])

// etcd tells its errors apart by text alone: several share each status.
const ACCESS =
  /authentication failed|permission denied|user name is empty|invalid auth token|auth store is old/
// Only what ends a handshake, so that no write was read before it; TLS that breaks later says nothing of that.
const TLS_CODE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNKNOWN_CA|HANDSHAKE_FAILURE/

/** Says in the ledger's words what etcd or the way to it said. */
export function ledgerErrorOf(error: unknown, { action, idempotent }: CallNature): unknown {
  if (!(error instanceof GrpcError)) return error
  if (isDenied(error)) return new AccessDeniedError(action, error)
  const refused = refusalOf(error, action)
  if (refused !== undefined) return refused
  if (idempotent || !mayHaveBeenApplied(error)) return new UnavailableError(action, error)
  return new UncertainError(action, error)
}

/** What only etcd's root may ask is not known to others, and no reason to tell them nothing at all. */
export async function ifAllowed<T>(asked: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof AccessDeniedError) return otherwise
    throw error
  }
}

/** The revision asked for was compacted. */
export function isCompacted(error: unknown): boolean {
  return says(error, 'required revision has been compacted')
}

/** The revision asked for is not there yet. */
export function isFuture(error: unknown): boolean {
  return says(error, 'required revision is a future revision')
}

export function isLeaseGone(error: unknown): boolean {
  return says(error, 'requested lease not found')
}

export function isAuthOff(error: unknown): boolean {
  return says(error, 'authentication is not enabled')
}

/** The token is no longer good, but the credentials may be; nothing was done. Takes a watch's cancel reason too. */
export function isStaleToken(error: unknown): boolean {
  return says(error, 'invalid auth token') || says(error, 'revision of auth store is old')
}

/** Credentials or certificates do not suffice, on either side. Trying again cannot help. */
export function isDenied(error: GrpcError): boolean {
  const { status, cause, message } = error
  if (status === GrpcStatus.permissionDenied || status === GrpcStatus.unauthenticated) return true
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return TLS_CODE.test(code) || ACCESS.test(message)
}

/** Whether a write that ended so may still have been applied. */
export function mayHaveBeenApplied(error: GrpcError): boolean {
  // etcd's front door says "no leader" before it looks at a request.
  return error.sent && !REFUSED.has(error.status) && !says(error, 'etcdserver: no leader')
}

/** Whether another endpoint, or the same a moment later, may answer. */
export function isPassing(error: GrpcError): boolean {
  return (
    error.status === GrpcStatus.unavailable ||
    says(error, 'too many requests') ||
    says(error, 'not supported for learner')
  )
}

/** Whether whoever can wait has nothing to wait for. */
export function isFinal(error: unknown): boolean {
  if (!(error instanceof GrpcError) || isDenied(error)) return true
  return REFUSED.has(error.status) && !isPassing(error)
}

function refusalOf(error: GrpcError, action: string): Error | undefined {
  const { message } = error
  if (message.includes('too many operations')) {
    return invalid(action, error, 'split it, or raise --max-txn-ops of etcd')
  }
  if (message.includes('request is too large') || message.includes('message larger than max')) {
    return invalid(action, error, 'make it smaller, or raise --max-request-bytes of etcd')
  }
  if (message.includes('database space exceeded')) return new DiskFullError(action, error)
  if (error.status === GrpcStatus.dataLoss) return new CorruptError(action, error)
  if (isPassing(error) || !REFUSED.has(error.status)) return undefined
  return invalid(action, error)
}

function invalid(action: string, cause: GrpcError, hint?: string): InvalidRequestError {
  const options = hint === undefined ? { cause } : { cause, hint }
  return new InvalidRequestError(`cannot ${action}: ${cause.message}`, options)
}

function says(error: unknown, words: string): boolean {
  return error instanceof GrpcError && error.message.includes(words)
}
