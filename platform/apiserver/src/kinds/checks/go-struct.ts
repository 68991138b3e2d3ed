import { readFileSync } from 'node:fs'
import { isList, isObject, type JsonObject, type JsonValue } from '../../json/json-value.ts'

type Field = readonly [string, string]

let structs: ReadonlyMap<string, readonly Field[]> | undefined

/** Fields in Go's order: name and code. No name: what it holds stands in its place; `*` and `[]` may be absent. */
function fieldsOf(name: string): readonly Field[] {
  structs ??= new Map(
    readFileSync(new URL('go-structs.jsonl', import.meta.url), 'utf8')
      .trim()
      .split('\n')
      .map((line) => {
        const [struct, fields] = JSON.parse(line) as [string, string]
        return [struct, fields.split(' ').map((field) => field.split(':') as unknown as Field)] as const
      }),
  )
  return structs.get(name) ?? []
}

/** A part of a pod or claim as the real server has it inside, and shows it when it refuses a change: by Go's names. */
export function goStruct(name: string, value: JsonObject): JsonObject {
  const given = name === 'PodSpec' ? withHostFields(value) : value
  const byName = new Map(Object.entries(given).map(([key, member]) => [key.toLowerCase(), member]))
  const members: Record<string, JsonValue | undefined> = {}
  for (const [field, code] of fieldsOf(name)) {
    if (field !== '') members[field] = goValue(byName.get(field.toLowerCase()), code)
    else if (code === 'meta') Object.assign(members, metadataOf(given))
    else Object.assign(members, goStruct(code, given))
  }
  return members
}

const EMPTY: Readonly<Record<string, JsonValue>> = { s: '', i: 0, b: false, q: '0', '*': null, '[]': null }

function goValue(value: JsonValue | undefined, code: string): JsonValue {
  const empty = EMPTY[code]
  if (empty !== undefined) return value === undefined ? empty : sorted(value)
  if (code.startsWith('[]'))
    return isList(value) ? value.map((item) => goStruct(code.slice(2), isObject(item) ? item : {})) : null
  if (code.startsWith('*')) return isObject(value) ? goStruct(code.slice(1), value) : null
  return goStruct(code, isObject(value) ? value : {})
}

/** Go writes maps by key; a label selector is none, and has its labels first. */
function sorted(value: JsonValue): JsonValue {
  if (!isObject(value)) return value
  const { matchLabels, matchExpressions } = value
  if (matchLabels !== undefined || matchExpressions !== undefined) return { matchLabels, matchExpressions }
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function metadataOf(value: JsonObject): JsonObject {
  const { name, labels, annotations } = isObject(value.metadata) ? value.metadata : {}
  const member = (key: string, given: JsonValue | undefined): JsonObject =>
    given === undefined ? {} : { [key]: sorted(given) }
  return { ...member('name', name), ...member('labels', labels), ...member('annotations', annotations) }
}

/** What a pod shares with its host is part of its security inside of the real server. */
function withHostFields(spec: JsonObject): JsonObject {
  const { hostNetwork, hostPID, hostIPC, shareProcessNamespace, hostUsers } = spec
  const context = isObject(spec.securityContext) ? spec.securityContext : {}
  return {
    ...spec,
    securityContext: { ...context, hostNetwork, hostPID, hostIPC, shareProcessNamespace, hostUsers },
  }
}
