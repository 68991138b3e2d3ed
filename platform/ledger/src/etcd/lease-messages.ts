/** Messages of etcd's Lease service; field numbers as in etcdserverpb/rpc.proto of 3.6. Ids are decimal digits. */
import type { ProtobufReader, ProtobufWriter } from './protobuf.ts'

export interface LeaseTerm {
  readonly id: string
  /** What is left, or was granted; 0 or less for a lease that is not there. */
  readonly seconds: number
}

export function encodeGrant(writer: ProtobufWriter, seconds: number): void {
  writer.uint(1, seconds)
}

/** Keep-alive, revocation and time-to-live all name a lease in field 1. */
export function encodeLeaseId(writer: ProtobufWriter, id: string): void {
  writer.int64(1, id)
}

/** Grant, keep-alive and time-to-live all answer with ID = 2 and TTL = 3. */
export function decodeTerm(reader: ProtobufReader): LeaseTerm {
  let [id, seconds] = ['0', 0]
  for (let field = reader.field(); field !== 0; field = reader.field()) {
    if (field === 2) id = reader.int64()
    else if (field === 3) seconds = reader.uint()
    else reader.skip()
  }
  return { id, seconds }
}

/** How many leases a LeaseLeasesResponse names. */
export function decodeLeaseCount(reader: ProtobufReader): number {
  let count = 0
  for (let field = reader.field(); field !== 0; field = reader.field()) {
    if (field === 2) count += 1
    reader.skip()
  }
  return count
}
