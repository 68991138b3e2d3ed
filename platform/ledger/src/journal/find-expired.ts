import type { JournalSettings } from './journal-settings.ts'
import { firstTimeIn } from './read-items.ts'
import type { Segment } from './segment-name.ts'

/** The oldest segments that retention no longer wants, oldest first; never the newest one. */
export async function findExpired(
  settings: JournalSettings,
  segments: readonly Segment[],
  lastTime: number,
): Promise<readonly Segment[]> {
  const { retain, clock } = settings
  let bytes = segments.reduce((sum, segment) => sum + segment.bytes, 0)
  const expired: Segment[] = []
  for (const [index, segment] of segments.slice(0, -1).entries()) {
    const tooMany = segments.length - index > retain.segments
    const tooLarge = bytes > retain.bytes
    const tooOld = async (): Promise<boolean> =>
      (await endOf(settings, segments.slice(index + 1), lastTime)) < clock.now() - retain.ms
    if (!tooMany && !tooLarge && !(retain.ms < Number.POSITIVE_INFINITY && (await tooOld()))) break
    expired.push(segment)
    bytes -= segment.bytes
  }
  return expired
}

/** Times never go back, so no record is younger than the first one in the segments after it. */
async function endOf(
  settings: JournalSettings,
  later: readonly Segment[],
  lastTime: number,
): Promise<number> {
  for (const { first } of later) {
    const time = await firstTimeIn(settings, first)
    if (time !== undefined) return time
  }
  return lastTime
}
