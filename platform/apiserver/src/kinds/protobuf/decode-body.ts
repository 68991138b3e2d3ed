import type { JsonObject } from '../../json/json-value.ts'
import { typePlaceFor } from '../kind-table.ts'
import { readDraft } from '../read-draft.ts'
import { typePlan } from '../type-plan.ts'
import { decodeMessage } from './decode-message.ts'
import { ProtobufError } from './protobuf-error.ts'
import { type WireField, wireFields } from './wire-reader.ts'

const MAGIC = [0x6b, 0x38, 0x73, 0x00]
/** Kinds of every group, which the table has once. */
const OF_ANY_GROUP = new Set(['DeleteOptions', 'WatchEvent'])
const text = new TextDecoder()

/**
 * The object in a body of type `application/vnd.kubernetes.protobuf`, with its apiVersion and kind, as a JSON client
 * would have sent it. `fallback` is what it is where the body does not say. Throws a ProtobufError.
 */
export function decodeBody(
  body: Uint8Array,
  fallback: { readonly apiVersion?: string; readonly kind?: string } = {},
): JsonObject {
  if (MAGIC.some((byte, at) => body[at] !== byte))
    throw new ProtobufError('the body does not start with k8s\\0')
  const unknown = [...wireFields(body.subarray(MAGIC.length))]
  const meta = [...wireFields(bytesAt(unknown, 1))]
  const apiVersion = text.decode(bytesAt(meta, 1)) || (fallback.apiVersion ?? '')
  const kind = text.decode(bytesAt(meta, 2)) || (fallback.kind ?? '')
  const place = placeOf(apiVersion, kind)
  if (place === undefined)
    throw new ProtobufError(`no kind "${kind}" is registered for version "${apiVersion}"`)
  const object = decodeMessage(bytesAt(unknown, 2), place)
  return { ...readDraft(object, typePlan(place)), apiVersion, kind }
}

function placeOf(apiVersion: string, kind: string): number | undefined {
  const [version = '', group = ''] = apiVersion.split('/').reverse()
  return (
    typePlaceFor(group, version, kind) ?? (OF_ANY_GROUP.has(kind) ? typePlaceFor('', 'v1', kind) : undefined)
  )
}

function bytesAt(fields: readonly WireField[], number: number): Uint8Array {
  const value = fields.findLast((field) => field.number === number)?.value ?? new Uint8Array()
  if (typeof value === 'bigint') throw new ProtobufError('wrong wire type')
  return value
}
