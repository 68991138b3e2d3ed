import type { JsonValue } from '../json/json-value.ts'
import { loadTable } from './load-table.ts'
import type { ShapeEntry, WriteRule } from './table-file.ts'

/** A field of a type, ready to be walked over. */
export interface FieldPlan {
  readonly name: string
  readonly value: ValuePlan
  readonly rule: WriteRule
  /** Declared in the schema; of structs `{}`. */
  readonly fallback: JsonValue | undefined
  /** The way to it in protobuf; empty if it is not there. */
  readonly numbers: readonly number[]
}

/** What a value is, as far as reading and writing it like the server needs to know. */
export type ValuePlan =
  | { readonly is: 'type'; readonly place: number }
  | { readonly is: 'list'; readonly of: ValuePlan }
  | { readonly is: 'map'; readonly of: ValuePlan }
  | SingleValuePlan
  | AnyPlan
  | { readonly is: 'string' | 'integer' | 'number' | 'boolean' | 'bytes' }

/** Types whose JSON is one value. */
export interface SingleValuePlan {
  readonly is: 'time' | 'micro-time' | 'quantity' | 'int-or-string'
}

/** JSON that has no schema here; `type` names what it is, if it has a name. */
export interface AnyPlan {
  readonly is: 'any'
  readonly type: string
}

export interface TypePlan {
  readonly name: string
  readonly fields: readonly FieldPlan[]
}

const SINGLE_VALUES: Readonly<Record<string, ValuePlan>> = {
  'apimachinery.pkg.apis.meta.v1.Time': { is: 'time' },
  'apimachinery.pkg.apis.meta.v1.MicroTime': { is: 'micro-time' },
  'apimachinery.pkg.api.resource.Quantity': { is: 'quantity' },
  'apimachinery.pkg.util.intstr.IntOrString': { is: 'int-or-string' },
}
const SCALARS = { s: 'string', i: 'integer', n: 'number', b: 'boolean' } as const
const plans = new Map<number, TypePlan>()

/** The fields of the type at this place of the table. */
export function typePlan(place: number): TypePlan {
  const known = plans.get(place)
  if (known !== undefined) return known
  const { types, names, shapes } = loadTable()
  const { p = {}, w = '', n = [] } = types[place] ?? {}
  const fields = Object.entries(p).map(([name, shape], at) => ({
    name,
    value: valuePlan(shapes[shape] ?? {}),
    rule: (w[at] ?? 'o') as WriteRule,
    fallback: shapes[shape]?.d,
    numbers: [n[at] ?? 0].flat().filter((number) => number !== 0),
  }))
  const plan = { name: names[place] ?? '', fields }
  plans.set(place, plan)
  return plan
}

function valuePlan({ t, f, r, i, a }: ShapeEntry): ValuePlan {
  const { types, names, shapes } = loadTable()
  if (r !== undefined) {
    if (types[r]?.p !== undefined) return { is: 'type', place: r }
    const name = names[r] ?? ''
    return SINGLE_VALUES[name] ?? { is: 'any', type: name }
  }
  if (i !== undefined) return { is: 'list', of: valuePlan(shapes[i] ?? {}) }
  if (a !== undefined) return { is: 'map', of: valuePlan(shapes[a] ?? {}) }
  if (f === 'byte') return { is: 'bytes' }
  return t === undefined || t === 'o' || t === 'a' ? { is: 'any', type: '' } : { is: SCALARS[t] }
}
