import { isList, isObject, type JsonObject, type JsonValue } from '../json/json-value.ts'
import { quote } from '../json/quote.ts'
import { illegalBase64 } from './illegal-base64.ts'
import { goKind } from './read-answer.ts'

/** What a webhook said, checked. */
export interface AdmissionResponse {
  readonly allowed: boolean
  readonly status: JsonObject | undefined
  readonly warnings: readonly string[]
  readonly auditAnnotations: Readonly<Record<string, string>>
  readonly patchType: string
  /** Decoded; '' for none. */
  readonly patch: string
}

/** A response that cannot be used: `call` if it could not be read, `response` if it says what it must not. */
export interface BadResponse {
  readonly at: 'call' | 'response'
  readonly why: string
}

export interface ResponseExpectation {
  readonly uid: string
  readonly mutating: boolean
}

export const ADMISSION_REVIEW = { apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview' } as const

/** Reads the response in a review that a webhook has sent. */
export function admissionResponse(
  review: JsonObject,
  { uid, mutating }: ResponseExpectation,
): AdmissionResponse | BadResponse {
  const unreadable = shapeError(review.response)
  if (unreadable !== undefined) return { at: 'call', why: unreadable }
  const bad = (why: string): BadResponse => ({ at: 'response', why })
  const { response } = review
  if (!isObject(response)) return bad('webhook response was absent')
  if (response.uid !== uid)
    return bad(`expected response.uid=${quote(uid)}, got ${quote(text(response.uid))}`)
  if (review.kind !== ADMISSION_REVIEW.kind) {
    return bad('expected webhook response of admission.k8s.io/v1, Kind=AdmissionReview, got /, Kind=')
  }
  const patch = Buffer.from(text(response.patch), 'base64').toString('utf8')
  const patchType = typeof response.patchType === 'string' ? response.patchType : undefined
  const wrong = mutating ? mutatingError(patch, patchType) : validatingError(patch, patchType)
  if (wrong !== undefined) return bad(wrong)
  return {
    allowed: response.allowed === true,
    status: isObject(response.status) ? response.status : undefined,
    warnings: isList(response.warnings) ? response.warnings.map(text) : [],
    auditAnnotations: isObject(response.auditAnnotations)
      ? (response.auditAnnotations as Readonly<Record<string, string>>)
      : {},
    patchType: patchType ?? '',
    patch,
  }
}

function mutatingError(patch: string, patchType: string | undefined): string | undefined {
  if (patch !== '' && patchType === undefined)
    return 'webhook returned response.patch but not response.patchType'
  if (patch === '' && patchType !== undefined)
    return 'webhook returned response.patchType but not response.patch'
  return patchType === '' ? 'webhook returned invalid response.patchType of ""' : undefined
}

function validatingError(patch: string, patchType: string | undefined): string | undefined {
  if (patch !== '') return 'validating webhook may not return response.patch'
  return patchType === undefined ? undefined : 'validating webhook may not return response.patchType'
}

const GO_TYPES: Readonly<Record<string, { readonly is: string; readonly go: string }>> = {
  uid: { is: 'string', go: 'types.UID' },
  allowed: { is: 'bool', go: 'bool' },
  status: { is: 'object', go: 'v1.Status' },
  patch: { is: 'string', go: '[]uint8' },
  patchType: { is: 'string', go: 'v1.PatchType' },
  auditAnnotations: { is: 'object', go: 'map[string]string' },
  warnings: { is: 'array', go: '[]string' },
}

/** What Go's decoder would stumble over first. */
function shapeError(response: JsonValue | undefined): string | undefined {
  if (response === undefined || response === null) return undefined
  if (!isObject(response)) {
    return `json: cannot unmarshal ${goKind(response)} into Go struct field AdmissionReview.response of type v1.AdmissionResponse`
  }
  for (const [name, value] of Object.entries(response)) {
    const type = Object.hasOwn(GO_TYPES, name) ? GO_TYPES[name] : undefined
    if (type === undefined || value === undefined || value === null) continue
    const field = `Go struct field AdmissionResponse.response.${name}`
    if (goKind(value) !== type.is)
      return `json: cannot unmarshal ${goKind(value)} into ${field} of type ${type.go}`
    const inside = isList(value) ? value : name === 'auditAnnotations' ? Object.values(value) : []
    const odd = inside.find((item) => item !== undefined && typeof item !== 'string')
    if (odd !== undefined) return `json: cannot unmarshal ${goKind(odd)} into ${field} of type string`
    const illegal = name === 'patch' && typeof value === 'string' ? illegalBase64(value) : undefined
    if (illegal !== undefined) return `illegal base64 data at input byte ${illegal}`
  }
  return undefined
}

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}
