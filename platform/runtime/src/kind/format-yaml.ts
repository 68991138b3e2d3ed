import { isJsonObject } from '../json/json-value.ts'

/** Words that a YAML reader might take for something else than a string. */
const RESERVED = /^(?:null|true|false|yes|no|on|off|y|n|~)$/i
const PLAIN = /^[A-Za-z_/][\w./-]*(?: [\w./-]+)*$/

/** JSON data as block YAML, for people to read; every YAML reader gets back the very same data. */
export function formatYaml(value: unknown): string {
  return `${lines(value).join('\n')}\n`
}

function lines(value: unknown): readonly string[] {
  if (Array.isArray(value) && value.length > 0)
    return value.flatMap((item) => indented('- ', lines(item ?? null)))
  const entries = isJsonObject(value) ? Object.entries(value).filter(([, item]) => item !== undefined) : []
  if (entries.length === 0) return [scalar(value)]
  return entries.flatMap(([name, item]) => {
    const inner = lines(item)
    if (!isBlock(item)) return [`${text(name)}: ${inner[0]}`]
    return [`${text(name)}:`, ...inner.map((line) => `  ${line}`)]
  })
}

function isBlock(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  return isJsonObject(value) && Object.values(value).some((item) => item !== undefined)
}

function indented(mark: string, block: readonly string[]): readonly string[] {
  return block.map((line, index) => (index === 0 ? mark : '  ') + line)
}

function scalar(value: unknown): string {
  if (typeof value === 'string') return text(value)
  return JSON.stringify(value) ?? 'null'
}

function text(value: string): string {
  return PLAIN.test(value) && !RESERVED.test(value) ? value : JSON.stringify(value)
}
