import type { Entry, Guard, Op } from './ledger.ts'

/** Whether a guard holds for what its key holds now; a value is looked at only by guards on it. */
export function holds(
  guard: Guard,
  entry: (Pick<Entry, 'modRevision' | 'version'> & Partial<Pick<Entry, 'value'>>) | undefined,
): boolean {
  switch (guard.on) {
    case 'absent':
      return entry === undefined
    case 'modRevision':
      return (entry?.modRevision ?? 0) === guard.modRevision
    case 'version':
      return (entry?.version ?? 0) === guard.version
    case 'value':
      return entry?.value !== undefined && Buffer.compare(entry.value, guard.value) === 0
  }
}

/** The ops with values of their own: the caller may write into its arrays once the call is made. */
export function copied(ops: readonly Op[]): readonly Op[] {
  return ops.map((op) => {
    if (op.do === 'delete') return op
    const { key, lease } = op
    const value = copyOf(op.value)
    return lease === undefined ? { do: 'put', key, value } : { do: 'put', key, value, lease }
  })
}

/** Small copies share a slab, which is several times cheaper than an allocation each. */
function copyOf(value: Uint8Array): Uint8Array {
  const copy = Buffer.from(value)
  return new Uint8Array(copy.buffer, copy.byteOffset, copy.length)
}
