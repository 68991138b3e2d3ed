import { CompactedError } from '../errors.ts'
import { type Bounds, within } from '../keys.ts'
import type { Entry, Op, Verification, Version } from '../ledger.ts'
import type { Head, LocalStore, StoreRange } from '../local/local-store.ts'
import type { Change } from '../local/watch-hub.ts'
import { OrderedKeys } from '../ordered-keys.ts'
import { writeStateFile } from '../sqlite/state-file.ts'

interface TimedVersion extends Version {
  readonly time: number
}

/** Every retained version of every key, and the log of changes in their order. */
export class MemoryStore implements LocalStore {
  readonly backend = 'memory'
  readonly #versions = new Map<string, TimedVersion[]>()
  readonly #keys = new OrderedKeys()
  #log: Change[] = []
  #commits: { readonly revision: number; readonly time: number }[] = []
  #revision = 1
  #floor = 1
  #floorTime = Number.NEGATIVE_INFINITY
  #leases = 0

  revision(): number {
    return this.#revision
  }

  floor(): number {
    return this.#floor
  }

  at(key: string, revision: number): Entry | undefined {
    return this.#versions.get(key)?.findLast((version) => version.revision <= revision)?.entry
  }

  head(key: string): Head | undefined {
    return this.#versions.get(key)?.at(-1)?.entry
  }

  range(bounds: Bounds, { revision, limit, keysOnly }: StoreRange): { entries: Entry[]; more: boolean } {
    const entries: Entry[] = []
    for (const entry of this.#between(bounds, revision)) {
      if (entries.length === limit) return { entries, more: true }
      entries.push(keysOnly ? { ...entry, value: new Uint8Array() } : entry)
    }
    return { entries, more: false }
  }

  count(bounds: Bounds, revision: number): number {
    let count = 0
    for (const _ of this.#between(bounds, revision)) count += 1
    return count
  }

  /** Applies the ops under one new revision, or under none if they change nothing. */
  commit(ops: readonly Op[], now: number): readonly Change[] {
    const revision = this.#revision + 1
    const effective = ops.filter((op) => op.do === 'put' || this.at(op.key, this.#revision) !== undefined)
    if (effective.length === 0) return []
    const time = Math.max(now, this.#commits.at(-1)?.time ?? this.#floorTime)
    const changes = effective.map((op) => this.#write(op, revision, time))
    this.#revision = revision
    this.#commits.push({ revision, time })
    this.#log.push(...changes)
    return changes
  }

  read(bounds: Bounds, from: number): { changes: readonly Change[]; next: number } {
    const start = this.#log.findIndex((change) => change.revision >= from)
    const changes = start < 0 ? [] : this.#log.slice(start).filter((change) => within(bounds, change.key))
    return { changes, next: Math.max(from, this.#revision + 1) }
  }

  raiseFloor(revision: number): void {
    this.#floor = revision
    for (const [key, versions] of this.#versions) this.#forget(key, versions)
    this.#log = this.#log.filter((change) => change.revision >= revision)
    this.#floorTime = this.#commits.findLast((commit) => commit.revision <= revision)?.time ?? this.#floorTime
    this.#commits = this.#commits.filter((commit) => commit.revision > revision)
  }

  history(key: string): readonly Version[] {
    return [...(this.#versions.get(key) ?? [])]
  }

  revisionAt(time: number): number {
    const last = this.#commits.findLast((commit) => commit.time <= time)
    if (last !== undefined) return last.revision
    if (this.#floor > 1 && time < this.#floorTime) throw new CompactedError(this.#floor - 1, this.#floor)
    return this.#floor
  }

  leased(id: string): readonly string[] {
    const held = [...this.#versions].filter(([, versions]) => versions.at(-1)?.entry?.lease === id)
    return held.map(([key]) => key)
  }

  /** Memory forgets at once. */
  sweep(): boolean {
    return false
  }

  grantLease(): string {
    this.#leases += 1
    return String(this.#leases)
  }

  dropLease(): void {}

  leases(): [] {
    return []
  }

  size(): { readonly keys: number; readonly bytes: number } {
    let [keys, bytes] = [0, 0]
    for (const [key, versions] of this.#versions) {
      if (versions.at(-1)?.entry !== undefined) keys += 1
      for (const { entry } of versions) bytes += key.length + (entry?.value.length ?? 0)
    }
    return { keys, bytes }
  }

  verify(): Verification {
    let checked = 0
    const problems: string[] = []
    for (const [key, versions] of this.#versions) {
      checked += versions.length
      const ordered = versions.every(({ revision }, at) => revision > (versions[at - 1]?.revision ?? 0))
      if (!ordered) problems.push(`the versions of ${key} are out of order`)
    }
    return { revision: this.#revision, checked, problems }
  }

  async backup(path: string): Promise<void> {
    const { entries } = this.range(
      { from: '', to: undefined },
      {
        revision: this.#revision,
        limit: Number.MAX_SAFE_INTEGER,
        keysOnly: false,
      },
    )
    await writeStateFile(path, this.#revision, [entries])
  }

  explain(_action: string, error: unknown): unknown {
    return error
  }

  close(): void {
    this.#versions.clear()
    this.#log = []
  }

  *#between(bounds: Bounds, revision: number): Generator<Entry> {
    for (const key of this.#keys.between(bounds)) {
      const entry = this.at(key, revision)
      if (entry !== undefined) yield entry
    }
  }

  #write(op: Op, revision: number, time: number): Change {
    const { key } = op
    const before = this.at(key, this.#revision)
    const previous = (): Entry | undefined => this.#before(key, revision)
    const versions = this.#versions.get(key) ?? []
    if (versions.length === 0) {
      this.#versions.set(key, versions)
      this.#keys.add(key)
    }
    if (op.do === 'delete') {
      versions.push({ revision, time })
      return { revision, key, previous }
    }
    const entry: Entry = {
      key,
      value: op.value,
      createRevision: before?.createRevision ?? revision,
      modRevision: revision,
      version: (before?.version ?? 0) + 1,
      ...(op.lease === undefined ? {} : { lease: op.lease }),
    }
    versions.push({ revision, time, entry })
    return { revision, key, entry, previous }
  }

  #before(key: string, revision: number): Entry | undefined {
    return this.#versions.get(key)?.findLast((version) => version.revision < revision)?.entry
  }

  /** Keeps the newest version at or below the floor; a deletion only for a watch that starts right at the floor. */
  #forget(key: string, versions: TimedVersion[]): void {
    const newest = versions.findLastIndex((version) => version.revision <= this.#floor)
    const kept = versions.slice(Math.max(0, newest))
    const first = kept[0]
    if (first?.entry === undefined && (first?.revision ?? 0) < this.#floor) kept.shift()
    if (kept.length > 0) return void this.#versions.set(key, kept)
    this.#versions.delete(key)
    this.#keys.remove(key)
  }
}
