import { readFileSync } from 'node:fs'

/** A column as a Table names it. */
export interface ColumnDefinition {
  readonly name: string
  readonly type: string
  readonly format: string
  readonly description: string
  /** 0 is always shown, 1 only by `-o wide`. */
  readonly priority: number
}

type ColumnEntry = readonly [
  name: string,
  text: number,
  more?: Partial<Pick<ColumnDefinition, 'type' | 'format' | 'priority'>>,
]

let known: ReadonlyMap<string, readonly ColumnDefinition[]> | undefined

/** The columns of a built-in kind as a stock server has them; read from disk once, when first asked for. */
export function loadColumns(group: string, kind: string): readonly ColumnDefinition[] | undefined {
  known ??= readColumns()
  return known.get(`${group}/${kind}`)
}

/** The file's first line holds the descriptions, each of the others one kind and its columns. */
function readColumns(): ReadonlyMap<string, readonly ColumnDefinition[]> {
  const [head = '', ...lines] = readFileSync(new URL('columns.jsonl', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  const texts = JSON.parse(head) as readonly string[]
  return new Map(
    lines.map((line) => {
      const [kind, columns] = JSON.parse(line) as [string, readonly ColumnEntry[]]
      return [kind, columns.map((entry) => definitionOf(entry, texts))]
    }),
  )
}

function definitionOf([name, text, more]: ColumnEntry, texts: readonly string[]): ColumnDefinition {
  return { name, type: 'string', format: '', description: texts[text] ?? '', priority: 0, ...more }
}
