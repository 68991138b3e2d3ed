import { createRequire } from 'node:module'
import { isList, type JsonObject, type JsonValue } from '../json/json-value.ts'

const load = createRequire(import.meta.url)
let yaml: typeof import('yaml') | undefined

/** An object as YAML, members by name as Kubernetes writes it. */
export function toYaml(value: JsonValue): string {
  yaml ??= load('yaml') as typeof import('yaml') // most servers are never asked for it
  // Readers of the older YAML take words such as yes, and dates, for something else unless they are in quotes.
  return yaml.stringify(value, {
    version: '1.1',
    sortMapEntries: true,
    indentSeq: false,
    aliasDuplicateObjects: false,
  })
}

/** The same in pieces, an item of a list at a time: making YAML is slow. */
export function* yamlPieces(object: JsonObject): Generator<string> {
  const { items, ...rest } = object
  if (!isList(items) || items.length === 0) {
    yield toYaml(object)
    return
  }
  const before = Object.entries(rest).filter(([name]) => name < 'items')
  const after = Object.entries(rest).filter(([name]) => name > 'items')
  if (before.length > 0) yield toYaml(Object.fromEntries(before))
  yield 'items:\n'
  for (const item of items) yield toYaml([item])
  if (after.length > 0) yield toYaml(Object.fromEntries(after))
}
