import { formatJson } from '../json/format-json.ts'
import type { JsonObject } from '../json/json-value.ts'
import { schemaFor } from '../kinds/kind-table.ts'
import { metaOf } from '../resources/api-object.ts'
import { ApiError } from '../status/api-error.ts'
import { badRequest } from '../status/api-errors.ts'
import { type TypeMismatch, typeMismatch } from '../verbs/check-types.ts'

export const SCALE = { group: 'autoscaling', version: 'v1', kind: 'Scale' } as const

const MAX = 2_147_483_647
const HANDLED = 'Scale in version "v1" cannot be handled as a Scale'

export interface ScaleSubject {
  /** Of the object that is scaled. */
  readonly name: string
  readonly namespace?: string
  /** How the scale came; some words depend on it. */
  readonly from: 'update' | 'patch' | 'apply'
}

/** What was sent, as a Scale of this object; throws if it is something else or of another one. */
export function checkScale(sent: JsonObject, { name, namespace = '', from }: ScaleSubject): JsonObject {
  checkKind(sent)
  const wrong = mismatchIn(sent)
  if (wrong !== undefined) throw unreadable(sent, wrong, from)
  const meta = metaOf(sent)
  const given = { name: meta.name ?? '', namespace: meta.namespace ?? '' }
  if (given.namespace !== '' && given.namespace !== namespace)
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request')
  if (given.name === '' && from === 'update')
    throw badRequest(
      `the name of the object (${name} based on URL) was undeterminable: name must be provided`,
    )
  if (given.name !== '' && given.name !== name)
    throw badRequest(`the name of the object (${given.name}) does not match the name on the URL (${name})`)
  return { ...sent, apiVersion: 'autoscaling/v1', kind: SCALE.kind }
}

function checkKind({ apiVersion = 'autoscaling/v1', kind = SCALE.kind }: JsonObject): void {
  if (apiVersion === 'autoscaling/v1' && kind === SCALE.kind) return
  const version = String(apiVersion).replace(/^.*\//, '')
  throw badRequest(
    `${kind} in version "${version}" cannot be handled as a Scale: converting (${version}.${kind}) to (autoscaling.Scale): unknown conversion`,
  )
}

function mismatchIn(sent: JsonObject): TypeMismatch | undefined {
  const found = typeMismatch(sent, schemaFor(SCALE.group, SCALE.version, SCALE.kind) ?? {})
  if (found !== undefined) return { ...found, wanted: found.wanted === 'integer' ? 'int32' : found.wanted }
  const { spec } = sent as { readonly spec?: { readonly replicas?: number | bigint | null } }
  const replicas = spec?.replicas ?? 0
  if (replicas <= MAX && replicas >= -MAX - 1) return undefined
  return { field: 'spec.replicas', found: `number ${replicas}`, wanted: 'int32' }
}

function unreadable(
  sent: JsonObject,
  { field, found, wanted }: TypeMismatch,
  from: ScaleSubject['from'],
): ApiError {
  const struct = field.startsWith('spec.')
    ? 'ScaleSpec'
    : field.startsWith('status.')
      ? 'ScaleStatus'
      : 'Scale'
  const why = `json: cannot unmarshal ${found} into Go struct field ${struct}.${field} of type ${wanted}`
  if (from !== 'patch') return badRequest(`${HANDLED}: ${why}`)
  const { apiVersion, kind, metadata, spec, status } = sent
  const value = JSON.stringify(formatJson({ apiVersion, kind, metadata, spec, status }))
  const message = `Invalid value: ${value}: ${why}`
  return new ApiError(` "" is invalid: patch: ${message}`, {
    code: 422,
    reason: 'Invalid',
    details: { causes: [{ reason: 'FieldValueInvalid', message, field: 'patch' }] },
  })
}
