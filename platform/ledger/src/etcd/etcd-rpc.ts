import {
  decodeHeaderOnly,
  decodeRange,
  decodeTxn,
  encodeCompaction,
  encodeRange,
  encodeTxn,
} from './kv-messages.ts'
import { decodeLeaseCount, decodeTerm, encodeGrant, encodeLeaseId } from './lease-messages.ts'
import type { ProtobufReader, ProtobufWriter } from './protobuf.ts'
import {
  decodeCorruptMembers,
  decodeStatus,
  decodeToken,
  encodeAuthenticate,
  encodeEmpty,
} from './server-messages.ts'

/** One method of etcd: where it is, and how to speak to it. */
export interface Rpc<Request, Response> {
  readonly path: string
  readonly encode: (writer: ProtobufWriter, request: Request) => void
  readonly decode: (reader: ProtobufReader) => Response
}

/** Every method that is asked once and answers once; a keep-alive is a stream in etcd, but of one exchange here. */
export const RPC = {
  range: { path: '/etcdserverpb.KV/Range', encode: encodeRange, decode: decodeRange },
  txn: { path: '/etcdserverpb.KV/Txn', encode: encodeTxn, decode: decodeTxn },
  compact: { path: '/etcdserverpb.KV/Compact', encode: encodeCompaction, decode: decodeHeaderOnly },
  grant: { path: '/etcdserverpb.Lease/LeaseGrant', encode: encodeGrant, decode: decodeTerm },
  revoke: { path: '/etcdserverpb.Lease/LeaseRevoke', encode: encodeLeaseId, decode: decodeHeaderOnly },
  keepAlive: { path: '/etcdserverpb.Lease/LeaseKeepAlive', encode: encodeLeaseId, decode: decodeTerm },
  leases: { path: '/etcdserverpb.Lease/LeaseLeases', encode: encodeEmpty, decode: decodeLeaseCount },
  authenticate: { path: '/etcdserverpb.Auth/Authenticate', encode: encodeAuthenticate, decode: decodeToken },
  status: { path: '/etcdserverpb.Maintenance/Status', encode: encodeEmpty, decode: decodeStatus },
  corruptMembers: {
    path: '/etcdserverpb.Maintenance/Alarm',
    encode: encodeEmpty,
    decode: decodeCorruptMembers,
  },
} as const

export const WATCH_PATH = '/etcdserverpb.Watch/Watch'
