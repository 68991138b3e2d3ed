import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One field of a Go struct, as its tags say it is written. */
export interface GoField {
  /** Empty if the fields of its type are written in its place. */
  readonly json: string
  readonly type: string
  readonly pointer: boolean
  /** Left out when empty: numbers, strings, lists and maps by `omitempty`, structs by `omitzero`. */
  readonly omitEmpty: boolean
  readonly omitZero: boolean
  /** Field number in protobuf; 0 if it is not there. */
  readonly number: number
}

export type GoStructs = ReadonlyMap<string, readonly GoField[]>

const STRUCT = /^type (\w+) struct \{\n(.*?)^\}/gms
const FIELD = /^\t(?:\w+\s+)?([\w.*[\]{}]+)\s+`([^`]*)`/gm
const cache = new Map<string, GoStructs>()

/** The structs of a Go package in the module cache. */
export function goStructs(folder: string): GoStructs {
  const known = cache.get(folder)
  if (known !== undefined) return known
  const structs = new Map<string, readonly GoField[]>()
  const files = globSync('*.go', { cwd: folder }).filter((name) => !/_test\.go$|generated/.test(name))
  for (const file of files.sort()) {
    const text = readFileSync(join(folder, file), 'utf8')
    for (const [, name = '', body = ''] of text.matchAll(STRUCT)) structs.set(name, fieldsOf(body))
  }
  cache.set(folder, structs)
  return structs
}

function fieldsOf(body: string): readonly GoField[] {
  return Array.from(body.matchAll(FIELD), ([, type = '', tags = '']) => {
    const [name = '', ...options] = (/json:"([^"]*)"/.exec(tags)?.[1] ?? '-').split(',')
    return {
      json: name,
      type: type.replace(/^\*/, ''),
      pointer: type.startsWith('*'),
      omitEmpty: options.includes('omitempty'),
      omitZero: options.includes('omitzero'),
      number: Number(/protobuf:"\w+,(\d+)/.exec(tags)?.[1] ?? 0),
    }
  }).filter(({ json }) => json !== '-')
}
