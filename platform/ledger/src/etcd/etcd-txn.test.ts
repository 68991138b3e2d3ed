import { describe, expect, it } from 'vitest'
import { EtcdKeys } from './etcd-keys.ts'
import { txnRequestOf } from './etcd-txn.ts'

const keys = new EtcdKeys('/p')
const value = Buffer.from('v')
const time = { type: 'put', key: '/p/t', value: Buffer.from('99') }
const request = (...args: [Parameters<typeof txnRequestOf>[1], Parameters<typeof txnRequestOf>[2]]) =>
  txnRequestOf(keys, ...args, 99)

describe('txnRequestOf', () => {
  it('puts the time with every change, and reads the guards where they do not hold', () => {
    expect(request([{ on: 'absent', key: 'a' }], [{ do: 'put', key: 'a', value }])).toEqual({
      compare: [{ key: '/p/k/a', target: 'version', version: 0 }],
      success: [{ type: 'put', key: '/p/k/a', value }, time],
      failure: [{ type: 'range', key: '/p/k/a' }],
    })
  })

  it('leaves a check without changes unwritten', () => {
    expect(request([{ on: 'version', key: 'a', version: 2 }], []).success).toEqual([])
  })

  it('makes deletions of what is not there change nothing, within the one transaction', () => {
    const absent = { key: '/p/k/a', target: 'version', version: 0 }
    const failure = [{ type: 'delete', key: '/p/k/a' }, time]
    expect(request([], [{ do: 'delete', key: 'a' }]).success).toEqual([
      { type: 'txn', txn: { compare: [absent], success: [], failure } },
    ])
  })

  it('deletes plainly what a guard proves to be there', () => {
    const { success } = request(
      [{ on: 'modRevision', key: 'a', modRevision: 7 }],
      [{ do: 'delete', key: 'a' }],
    )
    expect(success).toEqual([{ type: 'delete', key: '/p/k/a' }, time])
    expect(
      request([{ on: 'version', key: 'a', version: 0 }], [{ do: 'delete', key: 'a' }]).success,
    ).toMatchObject([{ type: 'txn' }])
  })

  it('makes a guard on what is no count one that never holds', () => {
    const { compare } = request([{ on: 'version', key: 'a', version: -1 }], [])
    expect(compare).toMatchObject([{ version: Number.MAX_SAFE_INTEGER }])
  })
})
