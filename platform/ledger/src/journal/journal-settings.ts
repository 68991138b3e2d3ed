import { type Clock, type Logger, realClock, silentLogger } from '@reeve/ground'
import { JournalInvalidError } from './errors.ts'
import type { JournalOptions, Retention, SyncPolicy } from './journal.ts'
import type { JournalFiles } from './journal-files.ts'
import { realFiles } from './real-files.ts'
import { SHORTEST_LINE } from './record-line.ts'

const DEFAULT_SEGMENT_BYTES = 64 * 1024 * 1024
export const DEFAULT_MAX_RECORD_BYTES = 16 * 1024 * 1024

/** Options with their defaults filled in, checked. */
export interface JournalSettings {
  readonly directory: string
  readonly clock: Clock
  readonly logger: Logger
  readonly sync: SyncPolicy
  readonly segmentBytes: number
  readonly retain: Required<Retention>
  readonly maxRecordBytes: number
  readonly files: JournalFiles
}

/** Fills in what was left out; throws JournalInvalidError over what cannot be meant. */
export function readSettings(options: JournalOptions): JournalSettings {
  const { directory, sync = 'always', retain = {} } = options
  const all = Number.POSITIVE_INFINITY
  const settings: JournalSettings = {
    directory,
    clock: options.clock ?? realClock,
    logger: (options.logger ?? silentLogger).with({ journal: directory }),
    sync,
    segmentBytes: options.segmentBytes ?? DEFAULT_SEGMENT_BYTES,
    retain: { bytes: retain.bytes ?? all, segments: retain.segments ?? all, ms: retain.ms ?? all },
    maxRecordBytes: options.maxRecordBytes ?? DEFAULT_MAX_RECORD_BYTES,
    files: options.files ?? realFiles,
  }
  if (directory === '') throw refuse('directory', directory, 'a path')
  requireAtLeast('segmentBytes', settings.segmentBytes, 1)
  requireAtLeast('maxRecordBytes', settings.maxRecordBytes, SHORTEST_LINE)
  requireAtLeast('retain.bytes', settings.retain.bytes, 0)
  requireAtLeast('retain.segments', settings.retain.segments, 1)
  requireAtLeast('retain.ms', settings.retain.ms, 0)
  if (typeof sync === 'object') requireAtLeast('sync.everyMs', sync.everyMs, 0)
  return settings
}

function requireAtLeast(option: string, value: number, least: number): void {
  if (!(value >= least)) throw refuse(option, value, `a number of at least ${least}`)
}

function refuse(option: string, value: unknown, wanted: string): JournalInvalidError {
  return new JournalInvalidError(`cannot open journal: ${option} is ${JSON.stringify(value)}`, {
    hint: `give ${wanted}, or leave it out`,
  })
}
