import { formatJson } from '../json/format-json.ts'
import { isList, isObject, type JsonObject, type JsonValue } from '../json/json-value.ts'
import { metaOf } from '../resources/api-object.ts'
import type { PrinterColumn, Resource } from '../resources/resource.ts'
import { ageOf } from './age.ts'
import type { BuiltinTable } from './builtin-tables/builtin-table.ts'
import { readPath } from './read-path.ts'

const NAME = {
  name: 'Name',
  type: 'string',
  format: 'name',
  description:
    'Name must be unique within a namespace. Is required when creating resources, although some resources may allow a client to request the generation of an appropriate name automatically. Name is primarily intended for creation idempotence and configuration definition. Cannot be updated. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names',
  priority: 0,
}
const AGE: PrinterColumn = {
  name: 'Age',
  type: 'date',
  description:
    'CreationTimestamp is a timestamp representing the server time when this object was created. It is not guaranteed to be set in happens-before order across separate operations. Clients may not set this value. It is represented in RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only. Null for lists. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata',
  jsonPath: '.metadata.creationTimestamp',
}

export interface TableOptions {
  readonly resource: Resource
  readonly now: number
  /** What stands in each row's `object`. Default: Metadata. */
  readonly includeObject: string | null
  /** How a built-in kind is printed. Default: by the columns of the resource. */
  readonly builtin?: BuiltinTable
}

/** What `kubectl get` prints: an object or a list as rows. */
export function tableOf(value: JsonObject, options: TableOptions): JsonObject {
  if (options.builtin !== undefined) return builtinRows(value, options.builtin, options)
  const columns = options.resource.columns.length > 0 ? options.resource.columns : [AGE]
  const list = isList(value.items)
  const items = (list ? value.items : [value]) as readonly JsonObject[]
  return {
    kind: 'Table',
    apiVersion: 'meta.k8s.io/v1',
    metadata: list ? metaOf(value) : { resourceVersion: metaOf(value).resourceVersion },
    columnDefinitions: [NAME, ...columns.map(definition)],
    rows: items.map((item) => ({
      cells: [metaOf(item).name ?? '', ...columns.map((column) => cell(item, column, options.now))],
      object: rowObject(item, options.includeObject),
    })),
  }
}

function builtinRows(value: JsonObject, table: BuiltinTable, options: TableOptions): JsonObject {
  const { now, includeObject } = options
  const list = isList(value.items)
  const items = (list ? value.items : [value]) as readonly JsonObject[]
  const sorted = table.compare === undefined ? items : items.toSorted(table.compare)
  return {
    kind: 'Table',
    apiVersion: 'meta.k8s.io/v1',
    metadata: list ? metaOf(value) : { resourceVersion: metaOf(value).resourceVersion },
    columnDefinitions: table.columns.map((column) => ({ ...column })),
    rows: sorted.map((item) => {
      const conditions = table.conditions(item)
      return {
        cells: table.cells(item, { now }),
        ...(conditions !== undefined && { conditions }),
        object: rowObject(item, includeObject),
      }
    }),
  }
}

function definition({
  name,
  type,
  format = '',
  description = '',
  priority = 0,
  jsonPath,
}: PrinterColumn): JsonObject {
  const said = description || `Custom resource definition column (in JSONPath format): ${jsonPath}`
  return { name, type, format, description: said, priority }
}

function rowObject(item: JsonObject, include: string | null): JsonValue {
  if (include === 'None') return null
  return include === 'Object' ? item : partialMetadataOf(item)
}

function cell(item: JsonObject, column: PrinterColumn, now: number): JsonValue {
  const value = readPath(item, column.jsonPath)
  if (value === undefined || value === null) return null
  if (column.type === 'date') return typeof value === 'string' ? ageOf(value, now) : '<invalid>'
  if (column.type === 'string') return typeof value === 'object' ? formatJson(value) : String(value)
  return value
}

export function partialMetadataOf(item: JsonObject): JsonObject {
  return { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata: metaOf(item) }
}

/** Metadata alone, of an object or of every item of a list. */
export function metadataOnly(value: JsonObject): JsonObject {
  if (!isList(value.items)) return partialMetadataOf(value)
  const items = value.items.filter(isObject).map(partialMetadataOf)
  return { kind: 'PartialObjectMetadataList', apiVersion: 'meta.k8s.io/v1', metadata: metaOf(value), items }
}
