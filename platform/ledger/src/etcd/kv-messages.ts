/** Messages of etcd's KV service; field numbers as in etcdserverpb/rpc.proto and mvccpb/kv.proto of 3.6. */
import type { ProtobufReader, ProtobufWriter } from './protobuf.ts'

/** mvccpb.KeyValue; the key with our prefix, lease '0' for none. */
export interface KeyValue {
  readonly key: string
  readonly createRevision: number
  readonly modRevision: number
  readonly version: number
  readonly value: Uint8Array
  readonly lease: string
}

export interface RangeRequest {
  readonly key: string
  readonly rangeEnd?: string
  readonly limit?: number
  readonly revision?: number
  readonly keysOnly?: boolean
  readonly countOnly?: boolean
}

export interface RangeResponse {
  readonly revision: number
  readonly kvs: readonly KeyValue[]
  readonly more: boolean
  readonly count: number
}

export type Compare =
  | { readonly key: string; readonly target: 'version'; readonly version: number }
  | { readonly key: string; readonly target: 'mod'; readonly modRevision: number }
  | { readonly key: string; readonly target: 'value'; readonly value: Uint8Array }

export type RequestOp =
  | { readonly type: 'range'; readonly key: string }
  | { readonly type: 'put'; readonly key: string; readonly value: Uint8Array; readonly lease?: string }
  | { readonly type: 'delete'; readonly key: string }
  | { readonly type: 'txn'; readonly txn: TxnRequest }

export interface TxnRequest {
  readonly compare: readonly Compare[]
  readonly success: readonly RequestOp[]
  readonly failure: readonly RequestOp[]
}

export interface TxnResponse {
  readonly revision: number
  readonly succeeded: boolean
  /** The answer to each range of the branch taken. */
  readonly ranges: readonly RangeResponse[]
}

const NO_VALUE: Uint8Array = new Uint8Array()
const COMPARE_TARGET = { version: 0, mod: 2, value: 3 } as const

export function encodeRange(writer: ProtobufWriter, request: RangeRequest): void {
  writer
    .string(1, request.key)
    .string(2, request.rangeEnd ?? '')
    .uint(3, request.limit ?? 0)
    .uint(4, request.revision ?? 0)
    .bool(8, request.keysOnly ?? false)
    .bool(9, request.countOnly ?? false)
}

export function decodeRange(reader: ProtobufReader): RangeResponse {
  const kvs: KeyValue[] = []
  let [revision, count, more] = [0, 0, false]
  for (let field = reader.field(); field !== 0; field = reader.field()) {
    if (field === 1) revision = reader.message(decodeHeader)
    else if (field === 2) kvs.push(reader.message(decodeKeyValue))
    else if (field === 3) more = reader.bool()
    else if (field === 4) count = reader.uint()
    else reader.skip()
  }
  return { revision, kvs, more, count }
}

export function encodeTxn(writer: ProtobufWriter, request: TxnRequest): void {
  for (const compare of request.compare) writer.message(1, encodeCompare, compare)
  for (const op of request.success) writer.message(2, encodeOp, op)
  for (const op of request.failure) writer.message(3, encodeOp, op)
}

export function decodeTxn(reader: ProtobufReader): TxnResponse {
  const ranges: RangeResponse[] = []
  let [revision, succeeded] = [0, false]
  for (let field = reader.field(); field !== 0; field = reader.field()) {
    if (field === 1) revision = reader.message(decodeHeader)
    else if (field === 2) succeeded = reader.bool()
    else if (field === 3) {
      const range = reader.message(decodeRangeOp)
      if (range !== undefined) ranges.push(range)
    } else reader.skip()
  }
  return { revision, succeeded, ranges }
}

export function encodeCompaction(writer: ProtobufWriter, revision: number): void {
  writer.uint(1, revision)
}

/** The revision of a ResponseHeader; all else in it tells members apart, which is no concern of ours. */
export function decodeHeader(reader: ProtobufReader): number {
  let revision = 0
  for (let field = reader.field(); field !== 0; field = reader.field()) {
    if (field === 3) revision = reader.uint()
    else reader.skip()
  }
  return revision
}

/** Answers that say nothing but their revision. */
export function decodeHeaderOnly(reader: ProtobufReader): number {
  let revision = 0
  for (let field = reader.field(); field !== 0; field = reader.field()) {
    if (field === 1) revision = reader.message(decodeHeader)
    else reader.skip()
  }
  return revision
}

export function decodeKeyValue(reader: ProtobufReader): KeyValue {
  let [key, createRevision, modRevision, version, lease] = ['', 0, 0, 0, '0']
  let value: Uint8Array = NO_VALUE
  for (let field = reader.field(); field !== 0; field = reader.field()) {
    if (field === 1) key = reader.string()
    else if (field === 2) createRevision = reader.uint()
    else if (field === 3) modRevision = reader.uint()
    else if (field === 4) version = reader.uint()
    else if (field === 5) value = reader.bytes()
    else if (field === 6) lease = reader.int64()
    else reader.skip()
  }
  return { key, createRevision, modRevision, version, value, lease }
}

function encodeCompare(writer: ProtobufWriter, compare: Compare): void {
  // The result stays at 0, which is EQUAL.
  writer.uint(2, COMPARE_TARGET[compare.target]).string(3, compare.key)
  if (compare.target === 'version') writer.uint(4, compare.version)
  else if (compare.target === 'mod') writer.uint(6, compare.modRevision)
  else writer.bytes(7, compare.value)
}

function encodeOp(writer: ProtobufWriter, op: RequestOp): void {
  if (op.type === 'range') writer.message(1, encodeRange, op)
  else if (op.type === 'put') writer.message(2, encodePut, op)
  else if (op.type === 'delete') writer.message(3, encodeDelete, op)
  else writer.message(4, encodeTxn, op.txn)
}

function encodePut(writer: ProtobufWriter, op: RequestOp & { type: 'put' }): void {
  writer.string(1, op.key).bytes(2, op.value)
  if (op.lease !== undefined) writer.int64(3, op.lease)
}

function encodeDelete(writer: ProtobufWriter, op: RequestOp & { type: 'delete' }): void {
  writer.string(1, op.key)
}

function decodeRangeOp(reader: ProtobufReader): RangeResponse | undefined {
  let range: RangeResponse | undefined
  for (let field = reader.field(); field !== 0; field = reader.field()) {
    if (field === 1) range = reader.message(decodeRange)
    else reader.skip()
  }
  return range
}
