import type { LogFields, Logger, LogLevel } from '@reeve/ground'

/** How Fabrica words what its controllers log. */
const SENTENCES: Readonly<Record<string, string>> = {
  'registered reconciler': 'Registered reconciler for {kind}',
  'starting reconciliation controller': 'Starting reconciliation controller with {workers} workers',
  'failed, will retry': 'Reconciliation of {key} failed, next try in {delayMs} ms: {error}',
  'failed for good': 'Reconciliation of {key} failed: {error}',
  'no reconciler': 'No reconciler for {kind}/{uid}',
  'emitted event': 'Emitted event {type} for {kind}/{uid}',
}

/** Writes lines as Fabrica's own logger does, such as `[INFO] Registered reconciler for Device`. */
export function defaultLogger(write: (line: string) => void, standing: LogFields = {}): Logger {
  const at =
    (level: LogLevel) =>
    (words: string, fields: LogFields = {}): void =>
      write(`[${level.toUpperCase()}] ${sentence(words, { ...standing, ...fields })}\n`)
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    with: (fields) => defaultLogger(write, { ...standing, ...fields }),
  }
}

function sentence(words: string, fields: LogFields): string {
  const known = SENTENCES[words]
  if (known !== undefined) return known.replaceAll(/\{(\w+)\}/g, (_, name: string) => textOf(fields[name]))
  const pairs = Object.entries(fields).map(([name, value]) => ` ${name}=${textOf(value)}`)
  return words + pairs.join('')
}

function textOf(value: unknown): string {
  if (value instanceof Error) return value.message
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))
}
