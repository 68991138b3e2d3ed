/** Messages of etcd's Auth and Maintenance services; field numbers as in etcdserverpb/rpc.proto of 3.6. */
import type { ProtobufReader, ProtobufWriter } from './protobuf.ts'

export interface Credentials {
  readonly user: string
  readonly password: string
}

export interface ServerStatus {
  readonly version: string
  readonly dbSize: number
}

const CORRUPT = 2

export function encodeAuthenticate(writer: ProtobufWriter, { user, password }: Credentials): void {
  writer.string(1, user).string(2, password)
}

/** The token to send with each call. */
export function decodeToken(reader: ProtobufReader): string {
  let token = ''
  for (let field = reader.field(); field !== 0; field = reader.field()) {
    if (field === 2) token = reader.string()
    else reader.skip()
  }
  return token
}

export function encodeEmpty(): void {}

export function decodeStatus(reader: ProtobufReader): ServerStatus {
  let [version, dbSize] = ['', 0]
  for (let field = reader.field(); field !== 0; field = reader.field()) {
    if (field === 2) version = reader.string()
    else if (field === 3) dbSize = reader.uint()
    else reader.skip()
  }
  return { version, dbSize }
}

/** Ids of the members that etcd itself found damaged. An empty AlarmRequest asks for all alarms. */
export function decodeCorruptMembers(reader: ProtobufReader): readonly string[] {
  const members: string[] = []
  for (let field = reader.field(); field !== 0; field = reader.field()) {
    if (field !== 2) {
      reader.skip()
      continue
    }
    const { id, alarm } = reader.message(decodeAlarm)
    if (alarm === CORRUPT) members.push(id)
  }
  return members
}

function decodeAlarm(reader: ProtobufReader): { readonly id: string; readonly alarm: number } {
  let [id, alarm] = ['0', 0]
  for (let field = reader.field(); field !== 0; field = reader.field()) {
    if (field === 1) id = BigInt.asUintN(64, BigInt(reader.int64())).toString(16)
    else if (field === 2) alarm = reader.uint()
    else reader.skip()
  }
  return { id, alarm }
}
