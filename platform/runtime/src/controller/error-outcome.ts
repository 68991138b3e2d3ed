import { ReeveError } from '@reeve/ground'
import { TerminalError } from '../errors.ts'
import { done, fail, type Outcome, retry } from './outcome.ts'

/** What the network says when it may work in a moment. */
const CODES = [
  'ECONNRESET',
  'ECONNREFUSED',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
]
/** What a server says when it may work in a moment: a conflict, too much, or trouble of its own. */
const STATUSES = [408, 409, 429, 500, 502, 503, 504]

/** Whether the same may work later with nothing changed. What nobody knows anything about counts as that. */
export function isTransient(error: unknown): boolean {
  return !isPermanent(error)
}

/** Whether it cannot work until something changes. */
export function isPermanent(error: unknown): boolean {
  if (error instanceof TerminalError) return true
  const { code, status } = facts(error)
  if (typeof status === 'number') return status >= 400 && !STATUSES.includes(status)
  if (typeof code === 'string' && CODES.includes(code)) return false
  return error instanceof ReeveError && !error.retryable
}

/** Whether it says that something is not there. */
export function isGone(error: unknown): boolean {
  const { status } = facts(error)
  return status === 404 || status === 410
}

/** The outcome that an error stands for: gone is done, permanent fails, the rest is tried again. */
export function errorOutcome(error: unknown): Outcome {
  if (isGone(error)) return done
  return isPermanent(error) ? fail(error) : retry(error)
}

function facts(error: unknown): { readonly code?: unknown; readonly status?: unknown } {
  return typeof error === 'object' && error !== null ? error : {}
}
