import { createRequire } from 'node:module'
import type { JsonObject } from '../json/json-value.ts'

const load = createRequire(import.meta.url)
let yaml: typeof import('yaml') | undefined

/** An object as YAML, members by name as Kubernetes writes it. */
export function toYaml(object: JsonObject): string {
  yaml ??= load('yaml') as typeof import('yaml') // most servers are never asked for it
  // Readers of the older YAML take words such as yes, and dates, for something else unless they are in quotes.
  return yaml.stringify(object, {
    version: '1.1',
    sortMapEntries: true,
    indentSeq: false,
    aliasDuplicateObjects: false,
  })
}
