import { describe, expect, it } from 'vitest'
import type { Owned } from './owned.ts'
import {
  isOwnedBy,
  managingOwner,
  OwnerError,
  ownerReference,
  unwantedChildren,
  withOwner,
  withoutOwner,
} from './owner-reference.ts'

const owner: Owned = {
  apiVersion: 'example.io/v1',
  kind: 'Cluster',
  metadata: { name: 'one', namespace: 'prod', uid: 'u1' },
}
const other: Owned = { ...owner, metadata: { name: 'two', namespace: 'prod', uid: 'u2' } }
const child = (name = 'node', namespace = 'prod'): Owned => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace },
})

describe('withOwner', () => {
  it('sets the managing owner, once (F48, S33)', () => {
    const owned = withOwner(withOwner(child(), owner), owner)
    expect(owned.metadata.ownerReferences).toEqual([
      {
        apiVersion: 'example.io/v1',
        kind: 'Cluster',
        name: 'one',
        uid: 'u1',
        controller: true,
        blockOwnerDeletion: true,
      },
    ])
    expect(managingOwner(owned)?.uid).toBe('u1')
    expect(isOwnedBy(owned, owner)).toBe(true)
    expect(isOwnedBy(owned, { ...owner, metadata: { ...owner.metadata, uid: 'made anew' } })).toBe(false)
  })

  it('refuses an owner in another namespace, and an owner with one for a child without', () => {
    expect(() => withOwner(child('node', 'test'), owner)).toThrow(
      'cannot make Cluster one the owner of ConfigMap node: the owner is in prod, the child in test',
    )
    expect(() => withOwner({ kind: 'Node', metadata: { name: 'n' } }, owner)).toThrow(
      'the child in no namespace',
    )
  })

  it('allows an owner without a namespace for a child in any', () => {
    const everywhere: Owned = { ...owner, metadata: { name: 'one', uid: 'u1' } }
    expect(isOwnedBy(withOwner(child(), everywhere), everywhere)).toBe(true)
  })

  it('refuses a second managing owner, and allows further plain ones', () => {
    const owned = withOwner(child(), owner)
    expect(() => withOwner(owned, other)).toThrow('Cluster one manages it already')
    const shared = withOwner(owned, other, { controller: false })
    expect(shared.metadata.ownerReferences?.map(({ uid }) => uid)).toEqual(['u1', 'u2'])
    expect(withoutOwner(shared, owner).metadata.ownerReferences?.map(({ uid }) => uid)).toEqual(['u2'])
  })

  it('refuses an owner that the server has not seen', () => {
    expect(() => ownerReference({ ...owner, metadata: { name: 'one' } })).toThrow(OwnerError)
  })
})

describe('unwantedChildren', () => {
  it('finds the children that the owner manages and no longer wants', () => {
    const found = [
      withOwner(child('a'), owner),
      withOwner(child('b'), owner),
      withOwner(child('c'), other),
      withOwner(child('d'), owner, { controller: false }),
      child('e'),
    ]
    const unwanted = unwantedChildren(owner, { found, wanted: [child('a')] })
    expect(unwanted.map(({ metadata }) => metadata.name)).toEqual(['b'])
  })
})
