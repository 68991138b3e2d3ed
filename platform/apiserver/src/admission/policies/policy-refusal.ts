import { ApiError } from '../../status/api-error.ts'
import { forbidden } from '../../status/api-errors.ts'
import type { Admitting } from '../admission.ts'

/** Why a policy refuses a request; without a binding if the policy itself is at fault. */
export interface PolicyDenial {
  readonly policy: string
  readonly binding: string | undefined
  readonly message: string
  /** A Status reason; '' for Invalid. */
  readonly reason: string
}

const CODES: Readonly<Record<string, number>> = {
  Forbidden: 403,
  Unauthorized: 401,
  RequestEntityTooLarge: 413,
  Invalid: 422,
}

/** The refusal that whoever asked gets: worded as forbidden, with the reason of the validation. */
export function policyRefusal(ask: Admitting, { policy, binding, message, reason }: PolicyDenial): ApiError {
  const by = binding === undefined ? '' : ` with binding '${binding}'`
  const why = `ValidatingAdmissionPolicy '${policy}'${by} denied request: ${message}`
  const { group, resource } = ask.resource
  const { status } = forbidden({ group, kind: resource, name: subjectName(ask) }, why, [{ message: why }])
  const given = reason === '' ? 'Invalid' : reason
  return new ApiError(status.message ?? '', {
    code: CODES[given] ?? 422,
    reason: given,
    ...(status.details !== undefined && { details: status.details }),
  })
}

function subjectName({ name, object }: Admitting): string {
  return name || object?.metadata.name || object?.metadata.generateName || 'Unknown'
}
