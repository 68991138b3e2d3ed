import { LeaseLostError } from '../errors.ts'
import { checkTxn } from '../keys.ts'
import type { Guard, Op, TxnOutcome } from '../ledger.ts'
import type { EtcdKeys } from './etcd-keys.ts'
import type { Compare, RequestOp, TxnRequest, TxnResponse } from './kv-messages.ts'

const LEASE_ID = /^[1-9]\d{0,18}$/

/** Our transaction as etcd's: the guards' keys are read where a guard does not hold. */
export function txnRequestOf(
  keys: EtcdKeys,
  guards: readonly Guard[],
  ops: readonly Op[],
  now: number,
): TxnRequest {
  checkTxn(guards, ops)
  const changes = ops.map((op) => changeOf(keys, op))
  const time: RequestOp = { type: 'put', key: keys.time, value: Buffer.from(String(now)) }
  const stamped = ops.length === 0 ? changes : [...changes, time]
  return {
    compare: guards.map((guard) => compareOf(keys, guard)),
    success: changesForSure(guards, ops) ? stamped : [unlessAbsent(keys, ops, stamped)],
    failure: guards.map(({ key }) => ({ type: 'range', key: keys.of(key) })),
  }
}

export function txnOutcomeOf(keys: EtcdKeys, { revision, succeeded, ranges }: TxnResponse): TxnOutcome {
  if (succeeded) return { ok: true, revision }
  const current = ranges.map(({ kvs: [kv] }) => (kv === undefined ? undefined : keys.entryOf(kv)))
  return { ok: false, revision, current }
}

/** Of several leases one is gone, and etcd does not say which; the first is named. */
export function leaseNotFound(ops: readonly Op[], cause: unknown): LeaseLostError {
  const named = ops.find((op) => op.do === 'put' && op.lease !== undefined)
  return new LeaseLostError(named?.do === 'put' ? (named.lease ?? '') : '', { cause })
}

/** Whether the guards leave no room for a transaction of nothing but deletions of what is not there. */
function changesForSure(guards: readonly Guard[], ops: readonly Op[]): boolean {
  if (ops.length === 0 || ops.some((op) => op.do === 'put')) return true
  const present = new Set(guards.filter(provesPresence).map(({ key }) => key))
  return ops.some(({ key }) => present.has(key))
}

function provesPresence(guard: Guard): boolean {
  if (guard.on === 'modRevision') return guard.modRevision !== 0
  if (guard.on === 'version') return guard.version !== 0
  return guard.on === 'value'
}

/** Does nothing if none of the keys is there, so that the time is not put either and no revision is made. */
function unlessAbsent(keys: EtcdKeys, ops: readonly Op[], changes: readonly RequestOp[]): RequestOp {
  const compare = ops.map(({ key }): Compare => ({ key: keys.of(key), target: 'version', version: 0 }))
  return { type: 'txn', txn: { compare, success: [], failure: changes } }
}

function changeOf(keys: EtcdKeys, op: Op): RequestOp {
  const key = keys.of(op.key)
  if (op.do === 'delete') return { type: 'delete', key }
  if (op.lease === undefined) return { type: 'put', key, value: op.value }
  if (!LEASE_ID.test(op.lease)) throw new LeaseLostError(op.lease)
  return { type: 'put', key, value: op.value, lease: op.lease }
}

function compareOf(keys: EtcdKeys, guard: Guard): Compare {
  const key = keys.of(guard.key)
  switch (guard.on) {
    case 'absent':
      return { key, target: 'version', version: 0 }
    case 'version':
      return { key, target: 'version', version: countable(guard.version) }
    case 'modRevision':
      return { key, target: 'mod', modRevision: countable(guard.modRevision) }
    case 'value':
      return { key, target: 'value', value: guard.value }
  }
}

/** What is no count holds for no key; nor does the largest one. */
function countable(count: number): number {
  return Number.isSafeInteger(count) && count >= 0 ? count : Number.MAX_SAFE_INTEGER
}
