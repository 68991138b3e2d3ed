import { describe, expect, it } from 'vitest'
import {
  allOf,
  annotationChanged,
  anyOf,
  generationChanged,
  labelChanged,
  not,
  type ObjectChange,
  type Watched,
} from './predicates.ts'

const object = (metadata: Watched['metadata']): Watched => ({ metadata })
const one = object({ generation: 1, labels: { a: '1' }, annotations: { x: '1' } })
const added: ObjectChange<Watched> = { type: 'added', object: one, initial: false }
const removed: ObjectChange<Watched> = { type: 'removed', object: one }
const to = (metadata: Watched['metadata']): ObjectChange<Watched> => ({
  type: 'updated',
  before: one,
  object: object(metadata),
})

describe('predicates', () => {
  it('tell a new spec, a coming and a going from a change of status', () => {
    expect([added, removed].map(generationChanged)).toEqual([true, true])
    expect(generationChanged(to({ generation: 1 }))).toBe(false)
    expect(generationChanged(to({ generation: 2 }))).toBe(true)
    expect(generationChanged(to({ generation: 1, deletionTimestamp: 'now' }))).toBe(true)
  })

  it('tell changes of labels and annotations, of all or of some', () => {
    const change = to({ labels: { a: '2' }, annotations: { x: '1' } })
    expect(labelChanged()(change)).toBe(true)
    expect(labelChanged('b')(change)).toBe(false)
    expect(annotationChanged()(change)).toBe(false)
    expect(annotationChanged('x')(to({}))).toBe(true)
    expect(labelChanged('b')(added)).toBe(true)
  })

  it('combine', () => {
    const yes = () => true
    const no = () => false
    expect(anyOf(no, yes)(added)).toBe(true)
    expect(anyOf()(added)).toBe(false)
    expect(allOf(no, yes)(added)).toBe(false)
    expect(allOf()(added)).toBe(true)
    expect(not(no)(added)).toBe(true)
  })
})
