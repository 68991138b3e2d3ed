import { compareKeys } from '../keys.ts'
import type { Entry } from '../ledger.ts'

/** Says what does not add up in pages of entries read at one revision. */
export async function verifyEntries(
  pages: AsyncIterable<readonly Entry[]>,
  revision: number,
): Promise<{ readonly checked: number; readonly problems: readonly string[] }> {
  const problems: string[] = []
  let checked = 0
  let last = ''
  for await (const page of pages) {
    for (const entry of page) {
      checked += 1
      if (compareKeys(last, entry.key) >= 0) problems.push(`key ${entry.key} comes after ${last}`)
      last = entry.key
      problems.push(...problemsOf(entry, revision))
    }
  }
  return { checked, problems }
}

function problemsOf(
  { key, createRevision, modRevision, version }: Entry,
  revision: number,
): readonly string[] {
  const problems: string[] = []
  if (modRevision > revision) problems.push(`key ${key} was changed at ${modRevision}, after ${revision}`)
  if (createRevision > modRevision) {
    problems.push(`key ${key} was made at ${createRevision}, after its change at ${modRevision}`)
  }
  if (version < 1) problems.push(`key ${key} has version ${version}`)
  return problems
}
