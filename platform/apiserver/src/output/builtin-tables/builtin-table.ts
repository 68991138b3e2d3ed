import type { JsonObject, JsonValue } from '../../json/json-value.ts'
import { type Cell, type Cells, SHARED_CELLS } from './cell.ts'
import { CLUSTER_CELLS } from './cluster-cells.ts'
import { type ColumnDefinition, loadColumns } from './load-columns.ts'
import { NETWORK_CELLS } from './network-cells.ts'
import { podConditions } from './pod-cells.ts'
import { POLICY_CELLS } from './policy-cells.ts'
import { numberAt, textAt } from './read-field.ts'
import { STORAGE_CELLS } from './storage-cells.ts'
import { WORKLOAD_CELLS } from './workload-cells.ts'

export interface BuiltinTableName {
  readonly group: string
  readonly kind: string
}

/** How a stock server prints a built-in kind. */
export interface BuiltinTable {
  readonly columns: readonly ColumnDefinition[]
  /** One object's row; `now` in milliseconds. */
  cells(object: JsonObject, options: { readonly now: number }): readonly JsonValue[]
  /** What a row says besides its cells, such as that a pod has ended. */
  conditions(object: JsonObject): readonly JsonObject[] | undefined
  /** The order of rows of a list, where it is not that of the list. */
  readonly compare?: (a: JsonObject, b: JsonObject) => number
}

const NO_CELL: Cell = () => ''

/** The table of a built-in kind, the same in all its versions; undefined for any other kind. */
export function builtinTable({ group, kind }: BuiltinTableName): BuiltinTable | undefined {
  const columns = loadColumns(group, kind)
  if (columns === undefined) return undefined
  const own = cellsFor(`${group}/${kind}`)
  const cells = columns.map(({ name }) => own[name] ?? SHARED_CELLS[name] ?? NO_CELL)
  // A stock server prints an age that no column of this kind announces.
  if (kind === 'IPAddress' && SHARED_CELLS.Age !== undefined) cells.push(SHARED_CELLS.Age)
  return {
    columns,
    cells: (object, { now }) => cells.map((cell) => cell(object, now)),
    conditions: (object) => (group === '' && kind === 'Pod' ? podConditions(object) : undefined),
    ...(kind === 'FlowSchema' && { compare: byPrecedence }),
  }
}

/** The cells that a kind has of its own, by the names of their columns. */
export function cellsFor(name: string): Cells {
  for (const cells of [WORKLOAD_CELLS, NETWORK_CELLS, STORAGE_CELLS, CLUSTER_CELLS, POLICY_CELLS]) {
    if (Object.hasOwn(cells, name)) return cells[name] ?? {}
  }
  return {}
}

function byPrecedence(a: JsonObject, b: JsonObject): number {
  const difference = numberAt(a, 'spec.matchingPrecedence') - numberAt(b, 'spec.matchingPrecedence')
  return difference || (textAt(a, 'metadata.name') < textAt(b, 'metadata.name') ? -1 : 1)
}
