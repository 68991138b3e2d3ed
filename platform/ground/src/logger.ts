import type { Clock } from './clock.ts'
import { ReeveError } from './reeve-error.ts'

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'
export type LogFields = Readonly<Record<string, unknown>>

/** Takes constant words and fields; what varies goes into the fields. */
export interface Logger {
  debug(words: string, fields?: LogFields): void
  info(words: string, fields?: LogFields): void
  warn(words: string, fields?: LogFields): void
  error(words: string, fields?: LogFields): void
  /** The same logger with fields that stand on every line. */
  with(fields: LogFields): Logger
}

const WEIGHT: Readonly<Record<LogLevel, number>> = { debug: 0, info: 1, warn: 2, error: 3 }

export interface JsonLoggerOptions {
  readonly clock: Clock
  readonly write: (line: string) => void
  /** Lines below this level are dropped. Default: info. */
  readonly level?: LogLevel
}

/** One JSON object per line: time, level, words, then the fields. */
export function jsonLogger(options: JsonLoggerOptions): Logger {
  const { clock, write } = options
  const least = WEIGHT[options.level ?? 'info']
  const make = (standing: LogFields): Logger => {
    const at =
      (level: LogLevel) =>
      (words: string, fields: LogFields = {}): void => {
        if (WEIGHT[level] < least) return
        const time = new Date(clock.now()).toISOString()
        write(`${JSON.stringify({ time, level, words, ...standing, ...fields }, readable)}\n`)
      }
    return {
      debug: at('debug'),
      info: at('info'),
      warn: at('warn'),
      error: at('error'),
      with: (fields) => make({ ...standing, ...fields }),
    }
  }
  return make({})
}

/** For callers that were handed no logger. */
export const silentLogger: Logger = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  with: () => silentLogger,
}

/** JSON has no errors and no big integers; both are too common in logs to lose or to throw over. */
function readable(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString()
  if (!(value instanceof Error)) return value
  const { name, message, cause } = value
  const code = value instanceof ReeveError ? { code: value.code } : {}
  return { name, message, ...code, ...(cause === undefined ? {} : { cause }) }
}
