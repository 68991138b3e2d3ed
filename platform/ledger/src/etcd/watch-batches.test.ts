import { describe, expect, it } from 'vitest'
import { EtcdKeys } from './etcd-keys.ts'
import { WatchBatches } from './watch-batches.ts'
import type { WatchResponse } from './watch-messages.ts'

const event = (key: string, modRevision: number) => {
  const kv = {
    key: `/p/k/${key}`,
    createRevision: 1,
    modRevision,
    version: 1,
    value: new Uint8Array(),
    lease: '0',
  }
  return { deleted: false, kv }
}
const answer = (fragment: boolean, ...events: WatchResponse['events']): WatchResponse => ({
  revision: 99,
  watchId: 0,
  created: false,
  canceled: false,
  compactRevision: 0,
  cancelReason: '',
  fragment,
  events,
})
const shown = (batches: ReturnType<WatchBatches['add']>): string[] =>
  batches.map(({ revision, events }) => `${revision}: ${events.map(({ key }) => key).join()}`)

describe('WatchBatches', () => {
  it('makes one batch of each revision', () => {
    const batches = new WatchBatches(new EtcdKeys('/p'))
    expect(shown(batches.add(answer(false, event('a', 5), event('b', 5), event('a', 7))))).toEqual([
      '5: a,b',
      '7: a',
    ])
  })

  it('holds back a revision that may go on in the next fragment', () => {
    const batches = new WatchBatches(new EtcdKeys('/p'))
    expect(shown(batches.add(answer(true, event('a', 5), event('a', 6))))).toEqual(['5: a'])
    expect(shown(batches.add(answer(true, event('b', 6))))).toEqual([])
    expect(shown(batches.add(answer(false, event('c', 6), event('a', 7))))).toEqual(['6: a,b,c', '7: a'])
  })
})
