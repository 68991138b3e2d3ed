import { BadOptionError } from '../errors.ts'

export type ResultFormat = 'text' | 'json' | 'yaml'

/** The formats that every command takes with -o. */
export const RESULT_FORMATS: readonly ResultFormat[] = ['text', 'json', 'yaml']

/** What a command found out: names and plain values. */
export type Result = Readonly<Record<string, string | number | boolean>>

export function formatOf(text: string | undefined): ResultFormat {
  const format = RESULT_FORMATS.find((known) => known === (text ?? 'text'))
  if (format === undefined) {
    throw new BadOptionError(`cannot print as "${text}": expected ${RESULT_FORMATS.join(', ')}`)
  }
  return format
}

/** A result in the format that was asked for; `sentence` is what people read. */
export function printResult(result: Result, sentence: string, format: ResultFormat): string {
  if (format === 'json') return `${JSON.stringify(result, undefined, 2)}\n`
  if (format === 'text') return `${sentence}\n`
  // JSON's scalars are YAML's.
  return Object.entries(result)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`)
    .join('')
}
