/** Messages of etcd's Watch service; field numbers as in etcdserverpb/rpc.proto and mvccpb/kv.proto of 3.6. */
import { decodeHeader, decodeKeyValue, type KeyValue } from './kv-messages.ts'
import type { ProtobufReader, ProtobufWriter } from './protobuf.ts'

export interface WatchCreateRequest {
  readonly key: string
  readonly rangeEnd?: string
  readonly startRevision: number
  readonly previous: boolean
}

export type WatchRequest =
  | { readonly type: 'create'; readonly create: WatchCreateRequest }
  | { readonly type: 'cancel'; readonly watchId: number }
  | { readonly type: 'progress' }

export interface WatchEvent {
  readonly deleted: boolean
  readonly kv: KeyValue
  readonly previous?: KeyValue
}

export interface WatchResponse {
  readonly revision: number
  readonly watchId: number
  readonly created: boolean
  readonly canceled: boolean
  readonly compactRevision: number
  readonly cancelReason: string
  /** More of the same answer follows, maybe of the same revision. */
  readonly fragment: boolean
  readonly events: readonly WatchEvent[]
}

export function encodeWatch(writer: ProtobufWriter, request: WatchRequest): void {
  if (request.type === 'create') writer.message(1, encodeCreate, request.create)
  else if (request.type === 'cancel') writer.message(2, encodeCancel, request.watchId)
  else writer.message(3, encodeNothing, undefined)
}

export function decodeWatch(reader: ProtobufReader): WatchResponse {
  const events: WatchEvent[] = []
  let [revision, watchId, compactRevision, cancelReason] = [0, 0, 0, '']
  let [created, canceled, fragment] = [false, false, false]
  for (let field = reader.field(); field !== 0; field = reader.field()) {
    if (field === 1) revision = reader.message(decodeHeader)
    else if (field === 2) watchId = reader.uint()
    else if (field === 3) created = reader.bool()
    else if (field === 4) canceled = reader.bool()
    else if (field === 5) compactRevision = reader.uint()
    else if (field === 6) cancelReason = reader.string()
    else if (field === 7) fragment = reader.bool()
    else if (field === 11) events.push(reader.message(decodeEvent))
    else reader.skip()
  }
  return { revision, watchId, created, canceled, compactRevision, cancelReason, fragment, events }
}

function encodeCreate(writer: ProtobufWriter, create: WatchCreateRequest): void {
  writer
    .string(1, create.key)
    .string(2, create.rangeEnd ?? '')
    .uint(3, create.startRevision)
    .bool(4, true) // progress_notify: an idle watch learns how far it may resume from
    .bool(6, create.previous)
    .bool(8, true) // fragment: or one answer could hold a thousand revisions at once
}

function encodeCancel(writer: ProtobufWriter, watchId: number): void {
  writer.uint(1, watchId)
}

function encodeNothing(): void {}

function decodeEvent(reader: ProtobufReader): WatchEvent {
  let deleted = false
  let kv: KeyValue | undefined
  let previous: KeyValue | undefined
  for (let field = reader.field(); field !== 0; field = reader.field()) {
    if (field === 1) deleted = reader.uint() === 1
    else if (field === 2) kv = reader.message(decodeKeyValue)
    else if (field === 3) previous = reader.message(decodeKeyValue)
    else reader.skip()
  }
  if (kv === undefined) throw new RangeError('event without a key')
  return { deleted, kv, ...(previous === undefined ? {} : { previous }) }
}
