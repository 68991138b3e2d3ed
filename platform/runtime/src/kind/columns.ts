import type { StructuralSchema } from './structural-schema.ts'

/** A column that `kubectl get` prints. */
export type Column<Type extends string = string> =
  | {
      readonly name: string
      /** Where its value is, such as `.spec.size`. */
      readonly path: string
      /** Default: that of the field in the schema. */
      readonly type?: 'string' | 'integer' | 'number' | 'boolean' | 'date'
      readonly description?: string
      /** Above 0: only with `-o wide`. */
      readonly priority?: number
    }
  /** The status of a condition, under its own name. */
  | { readonly condition: Type; readonly priority?: number }

/** A column as a CRD has it. */
export interface PrinterColumn {
  readonly name: string
  readonly type: string
  readonly jsonPath: string
  readonly description?: string
  readonly priority?: number
}

const AGE: PrinterColumn = { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' }

/** Columns as a CRD has them. Whoever gives columns loses the server's own Age, so it is added at the end. */
export function printerColumns(
  columns: readonly Column[],
  schema: StructuralSchema,
): readonly PrinterColumn[] {
  if (columns.length === 0) return []
  const made = columns.map((column) => printerColumn(column, schema))
  return made.some(({ jsonPath }) => jsonPath === AGE.jsonPath) ? made : [...made, AGE]
}

function printerColumn(column: Column, schema: StructuralSchema): PrinterColumn {
  const priority = column.priority === undefined ? {} : { priority: column.priority }
  if ('condition' in column) {
    const { condition: name } = column
    return { name, type: 'string', jsonPath: `.status.conditions[?(@.type=="${name}")].status`, ...priority }
  }
  const { name, path: jsonPath, type = typeAt(schema, jsonPath), description } = column
  return { name, type, jsonPath, ...(description !== undefined && { description }), ...priority }
}

function typeAt(schema: StructuralSchema, path: string): string {
  let found: StructuralSchema | undefined = schema
  for (const name of path.split('.').slice(1)) found = found?.properties?.[name]
  if (found?.format === 'date-time') return 'date'
  const { type } = found ?? {}
  return type === 'integer' || type === 'number' || type === 'boolean' ? type : 'string'
}
