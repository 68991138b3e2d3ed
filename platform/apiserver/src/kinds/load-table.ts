import { readFileSync } from 'node:fs'
import type { DescriptionsFile, TableFile, TableHead } from './table-file.ts'

let table: TableFile | undefined
let descriptions: DescriptionsFile | undefined

/** The table of built-in kinds; read from disk once, when first asked for. */
export function loadTable(): TableFile {
  table ??= readTable()
  return table
}

/** The prose of the built-in kinds, which only OpenAPI documents carry. */
export function loadDescriptions(): DescriptionsFile {
  descriptions ??= Object.fromEntries(readLines('descriptions.jsonl') as [string, string[]][])
  return descriptions
}

function readTable(): TableFile {
  const [head, names, types, shapes] = readLines('kinds.jsonl') as [
    TableHead,
    TableFile['names'],
    TableFile['types'],
    TableFile['shapes'],
  ]
  return { ...head, names, types, shapes }
}

function readLines(name: string): readonly unknown[] {
  const text = readFileSync(new URL(name, import.meta.url), 'utf8')
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)
}
