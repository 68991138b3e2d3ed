import type { ReeveError } from '@reeve/ground'
import { describe, expect, it } from 'vitest'
import { isCompacted, isFinal, isLeaseGone, isStaleToken, ledgerErrorOf } from './etcd-errors.ts'
import { brokenCall, errorOf, GrpcError } from './grpc-error.ts'

const said = (status: number, message: string): GrpcError => new GrpcError(status, message, { sent: true })
const translated = (error: unknown, idempotent = false): ReeveError =>
  ledgerErrorOf(error, { action: 'commit', idempotent }) as ReeveError

describe('ledgerErrorOf', () => {
  it('says in our words what etcd refuses', () => {
    const codes = [
      [3, 'etcdserver: too many operations in txn request', 'LEDGER_INVALID'],
      [3, 'etcdserver: request is too large', 'LEDGER_INVALID'],
      [8, 'grpc: received message larger than max (9 vs. 8)', 'LEDGER_INVALID'],
      [8, 'etcdserver: mvcc: database space exceeded', 'LEDGER_DISK_FULL'],
      [8, 'etcdserver: too many requests', 'LEDGER_UNAVAILABLE'],
      [3, 'etcdserver: authentication failed, invalid user ID or password', 'LEDGER_ACCESS_DENIED'],
      [3, 'etcdserver: user name is empty', 'LEDGER_ACCESS_DENIED'],
      [7, 'etcdserver: permission denied', 'LEDGER_ACCESS_DENIED'],
      [16, 'etcdserver: invalid auth token', 'LEDGER_ACCESS_DENIED'],
      [15, 'etcdserver: corrupt cluster', 'LEDGER_CORRUPT'],
      [11, 'etcdserver: too large lease TTL', 'LEDGER_INVALID'],
    ] as const
    for (const [status, message, code] of codes)
      expect(translated(said(status, message)).code, message).toBe(code)
  })

  it('names the option of etcd that would let it pass', () => {
    const { hint, message } = translated(said(3, 'etcdserver: too many operations in txn request'))
    expect(hint).toContain('--max-txn-ops')
    expect(message).toBe('cannot commit: etcdserver: too many operations in txn request')
  })

  it('cannot tell what became of a write whose answer was lost', () => {
    for (const lost of [
      brokenCall(new Error('read ECONNRESET'), true),
      said(4, 'no answer within 5000 ms'),
      said(14, 'etcdserver: request timed out'),
      said(14, 'etcdserver: server stopped'),
      said(2, 'something new'),
    ]) {
      expect(translated(lost).code, lost.message).toBe('LEDGER_UNCERTAIN')
      expect(translated(lost, true).code, lost.message).toBe('LEDGER_UNAVAILABLE')
    }
  })

  it('knows that nothing was done when the request never left or no leader took it', () => {
    for (const error of [
      brokenCall(new Error('connect ECONNREFUSED'), false),
      said(14, 'etcdserver: no leader'),
    ]) {
      expect(translated(error)).toMatchObject({ code: 'LEDGER_UNAVAILABLE', retryable: true })
    }
  })

  it('takes a certificate that one side refuses for a lack of access', () => {
    const cause = Object.assign(new Error('self-signed certificate'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
    expect(translated(brokenCall(cause, false)).code).toBe('LEDGER_ACCESS_DENIED')
    const later = Object.assign(new Error('bad record mac'), { code: 'ERR_SSL_SSLV3_ALERT_BAD_RECORD_MAC' })
    expect(translated(brokenCall(later, true)).code).toBe('LEDGER_UNCERTAIN')
  })

  it('passes on what is no error of etcd', () => {
    const reason = new Error('enough')
    expect(translated(reason)).toBe(reason)
  })
})

describe('what etcd says in text alone', () => {
  it('is told apart', () => {
    expect(isCompacted(said(11, 'etcdserver: mvcc: required revision has been compacted'))).toBe(true)
    expect(isCompacted(said(11, 'etcdserver: mvcc: required revision is a future revision'))).toBe(false)
    expect(isLeaseGone(said(5, 'etcdserver: requested lease not found'))).toBe(true)
    expect(isStaleToken(said(3, 'etcdserver: revision of auth store is old'))).toBe(true)
  })

  it('ends a watch only where waiting is no use', () => {
    expect(
      [said(14, 'etcdserver: no leader'), said(4, 'late'), said(1, 'etcdserver: watch canceled')].map(
        isFinal,
      ),
    ).toEqual([false, false, false])
    expect(
      [said(7, 'etcdserver: permission denied'), said(12, 'unknown service'), new Error('x')].map(isFinal),
    ).toEqual([true, true, true])
  })
})

describe('errorOf', () => {
  it('reads status and percent-encoded message from trailers', () => {
    expect(errorOf({ 'grpc-status': '0' })).toBe('ok')
    expect(errorOf({})).toBeUndefined()
    expect(errorOf({ 'grpc-status': '5', 'grpc-message': 'not%20found' })).toMatchObject({
      status: 5,
      message: 'not found',
    })
    expect(errorOf({ 'grpc-status': '2', 'grpc-message': '100%' })).toMatchObject({ message: '100%' })
  })
})
