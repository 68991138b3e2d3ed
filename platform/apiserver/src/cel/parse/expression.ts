import type { CelValue } from '../cel-value.ts'

/** Where a node stands in the text: code points from its start. */
export interface Placed {
  readonly at: number
}

/** The parsed form of an expression; macros are expanded already. */
export type Expression = Literal | Ident | Select | Call | ListLiteral | MapLiteral | Struct | Fold

/** A value that is written down. */
export interface Literal extends Placed {
  readonly kind: 'literal'
  readonly value: CelValue
}
/** A name. */
export interface Ident extends Placed {
  readonly kind: 'ident'
  readonly name: string
}
/** A field of something, or whether it is there. */
export interface Select extends Placed {
  readonly kind: 'select'
  readonly operand: Expression
  readonly field: string
  /** has(): whether the field is there, not what it holds. */
  readonly test: boolean
}
/** A function or an operator; on a receiver, or alone. */
export interface Call extends Placed {
  readonly kind: 'call'
  readonly name: string
  readonly target?: Expression
  readonly args: readonly Expression[]
}
/** `[a, b, ?c]`. */
export interface ListLiteral extends Placed {
  readonly kind: 'list'
  readonly items: readonly Expression[]
  /** The places whose item is an optional, left out when it holds nothing. */
  readonly optional: ReadonlySet<number>
}
/** One entry of a map. */
export interface MapEntry extends Placed {
  readonly key: Expression
  readonly value: Expression
  readonly optional: boolean
}
/** `{a: b}`. */
export interface MapLiteral extends Placed {
  readonly kind: 'map'
  readonly entries: readonly MapEntry[]
}
/** One field of a message. */
export interface StructField extends Placed {
  readonly name: string
  readonly value: Expression
  readonly optional: boolean
}
/** `Name{a: b}`: a message, of which Kubernetes has none. */
export interface Struct extends Placed {
  readonly kind: 'struct'
  readonly name: string
  readonly fields: readonly StructField[]
}
/** A loop over a range that builds up one value: what the macros all, exists, map, filter … stand for. */
export interface Fold extends Placed {
  readonly kind: 'fold'
  readonly range: Expression
  readonly item: string
  readonly second?: string
  readonly result: string
  readonly start: Expression
  readonly goOn: Expression
  readonly step: Expression
  readonly last: Expression
}

/** The dotted name that an expression spells, if it is one. */
export function qualifiedName(node: Expression): string | undefined {
  if (node.kind === 'ident') return node.name
  if (node.kind !== 'select' || node.test) return undefined
  const before = qualifiedName(node.operand)
  return before === undefined ? undefined : `${before}.${node.field}`
}

/** The nodes that a node is made of. */
export function childrenOf(node: Expression): readonly Expression[] {
  switch (node.kind) {
    case 'select':
      return [node.operand]
    case 'call':
      return node.target === undefined ? node.args : [node.target, ...node.args]
    case 'list':
      return node.items
    case 'map':
      return node.entries.flatMap((entry) => [entry.key, entry.value])
    case 'struct':
      return node.fields.map((field) => field.value)
    case 'fold':
      return [node.range, node.start, node.goOn, node.step, node.last]
    default:
      return []
  }
}
