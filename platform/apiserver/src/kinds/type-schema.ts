import type { Schema } from '../schema/schema.ts'
import { loadTable } from './load-table.ts'
import type { MapTypeCode, ShapeEntry, TypeEntry } from './table-file.ts'

const TYPES = { o: 'object', a: 'array', s: 'string', i: 'integer', n: 'number', b: 'boolean' } as const
const LIST_TYPES = { a: 'atomic', s: 'set', m: 'map' } as const
const ANY_OF_A_KIND: Readonly<Record<NonNullable<ShapeEntry['x']>, Schema>> = {
  any: { preserveUnknownFields: true },
  'int-or-string': { intOrString: true },
  quantity: { format: 'quantity', oneOf: [{ type: 'string' }, { type: 'number' }] },
}

type Properties = Readonly<Record<string, Schema>>

const types = new Map<number, Schema>()
const shapes = new Map<number, Schema>()
const fields = new Map<number, Properties>()

/** The schema of the type at this place of the table. Its fields are expanded when looked at, so types may recur. */
export function typeSchema(place: number): Schema {
  return cached(types, place, () => typeWith(place, {}))
}

function typeWith(place: number, more: Schema): Schema {
  const { s, p, q, m } = typeAt(place)
  if (s !== undefined) return { ...shapeSchema(s), ...more }
  const names = Object.keys(p ?? {})
  return {
    type: 'object',
    get properties() {
      return fieldsOf(place)
    },
    ...(q !== undefined && { required: q.map((at) => names[at] ?? '') }),
    ...mapTypeOf(m),
    ...more,
  }
}

function fieldsOf(place: number): Properties {
  return cached(fields, place, () => {
    const properties = Object.entries(typeAt(place).p ?? {})
    return Object.fromEntries(properties.map(([name, shape]) => [name, shapeSchema(shape)]))
  })
}

function shapeSchema(place: number): Schema {
  return cached(shapes, place, () => {
    const entry = loadTable().shapes[place] ?? {}
    const { r } = entry
    const own = ownPart(entry)
    if (r === undefined) return own
    return Object.keys(own).length === 0 ? typeSchema(r) : typeWith(r, own)
  })
}

function ownPart({ t, f, i, a, d, e, l, k, m, s, y, x }: ShapeEntry): Schema {
  return {
    ...(x !== undefined && ANY_OF_A_KIND[x]),
    ...(t !== undefined && { type: TYPES[t] }),
    ...(f !== undefined && { format: f }),
    ...(i !== undefined && { items: shapeSchema(i) }),
    ...(a !== undefined && { additionalProperties: shapeSchema(a) }),
    ...(d !== undefined && { default: d }),
    ...(e !== undefined && { enum: e }),
    ...(l !== undefined && { listType: LIST_TYPES[l] }),
    ...(k !== undefined && { listMapKeys: k }),
    ...mapTypeOf(m),
    ...(s !== undefined && { patchStrategy: s }),
    ...(y !== undefined && { patchMergeKey: y }),
  }
}

function mapTypeOf(code: MapTypeCode | undefined): Schema {
  return code === undefined ? {} : { mapType: code === 'a' ? 'atomic' : 'granular' }
}

function typeAt(place: number): TypeEntry {
  return loadTable().types[place] ?? {}
}

function cached<T>(known: Map<number, T>, place: number, make: () => T): T {
  const found = known.get(place)
  if (found !== undefined) return found
  const made = make()
  known.set(place, made)
  return made
}
