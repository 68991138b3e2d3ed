import { createRequire } from 'node:module'
import { formatJson } from '../json/format-json.ts'
import type { JsonObject } from '../json/json-value.ts'

const load = createRequire(import.meta.url)
let yaml: typeof import('yaml') | undefined

/** An object as YAML, members by name as Kubernetes writes it. */
export function toYaml(object: JsonObject): string {
  yaml ??= load('yaml') as typeof import('yaml') // most servers are never asked for it
  const plain: unknown = JSON.parse(formatJson(object))
  return yaml.stringify(plain, { sortMapEntries: true, indentSeq: false, aliasDuplicateObjects: false })
}
