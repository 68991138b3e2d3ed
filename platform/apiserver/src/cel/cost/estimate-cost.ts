import type { CelType } from '../cel-type.ts'
import type { CheckedExpression, ResolvedCall } from '../check/checked-expression.ts'
import type { Call, Expression, Fold, ListLiteral, MapLiteral, Select } from '../parse/expression.ts'
import { type CostRange, exactly, MOST, NOTHING, plus, times, UNKNOWN, union } from './cost-range.ts'
import { declaredSize } from './declared-size.ts'
import { languageEstimate } from './language-estimate.ts'
import { libraryEstimate } from './library-estimate.ts'
import { isScalar, literalSize } from './literal-size.ts'
import type { SizedNode, SizeOfPath } from './sized-node.ts'

export type { CostRange }

/** What running an expression costs at least and at most; `root` says how big the data can be. */
export function estimateCost(checked: CheckedExpression, root: CelType | undefined): CostRange {
  return new Estimator(checked, declaredSize(root)).cost(checked.root)
}

/** How big the entries of a list or map are. */
interface EntrySize {
  readonly of: 'list' | 'map'
  readonly key: CostRange
  readonly value: CostRange
}

interface Local {
  readonly path: readonly string[]
  readonly size: CostRange | undefined
  readonly entries: EntrySize | undefined
}

const NO_RANGE: CostRange = { min: MOST, max: 0 }

class Estimator {
  readonly #checked: CheckedExpression
  readonly #declared: SizeOfPath
  readonly #paths = new Map<Expression, readonly string[]>()
  readonly #sizes = new Map<Expression, CostRange>()
  readonly #entries = new Map<Expression, EntrySize>()
  readonly #locals = new Map<string, Local[]>()

  constructor(checked: CheckedExpression, declared: SizeOfPath) {
    this.#checked = checked
    this.#declared = declared
  }

  cost(node: Expression): CostRange {
    switch (node.kind) {
      case 'ident':
        return this.#named(node, node.name)
      case 'select':
        return this.#select(node)
      case 'call':
        return this.#call(node)
      case 'list':
        return this.#list(node)
      case 'map':
        return this.#map(node)
      case 'fold':
        return isBinding(node) ? this.#binding(node) : this.#fold(node)
      default:
        return NOTHING
    }
  }

  #typeOf(node: Expression): CelType {
    return this.#checked.types.get(node) as CelType
  }

  #named(node: Expression, name: string): CostRange {
    this.#paths.set(node, this.#local(name)?.path ?? [name])
    return exactly(1)
  }

  #local(name: string): Local | undefined {
    return this.#locals.get(name)?.at(-1)
  }

  #localOf(node: Expression): Local | undefined {
    return node.kind === 'ident' ? this.#local(node.name) : undefined
  }

  #push(name: string, local: Local): void {
    this.#locals.set(name, [...(this.#locals.get(name) ?? []), local])
  }

  #pop(name: string): void {
    this.#locals.get(name)?.pop()
  }

  #pathOf(node: Expression): readonly string[] {
    return this.#localOf(node)?.path ?? this.#paths.get(node) ?? []
  }

  #select(node: Select): CostRange {
    const reference = this.#checked.references.get(node)
    if (reference !== undefined)
      return this.#named(node, reference.kind === 'type' ? reference.value.name : reference.name)
    const operand = this.cost(node.operand)
    if (node.test) return operand
    this.#paths.set(node, [...this.#pathOf(node.operand), node.field])
    const { kind } = this.#typeOf(node.operand)
    return kind === 'map' || kind === 'object' ? plus(operand, exactly(1)) : operand
  }

  #call(node: Call): CostRange {
    const call = this.#checked.calls.get(node) as ResolvedCall
    if (call.name === 'dyn' && node.args[0] !== undefined) return this.#dyn(node, node.args[0])
    const costs = node.args.map((arg) => this.cost(arg))
    const args = node.args.map((arg) => this.#sized(arg))
    const receiver = call.target === undefined ? NOTHING : this.cost(call.target)
    const target = call.target === undefined ? undefined : this.#sized(call.target)
    let total: CostRange = NO_RANGE
    let size: CostRange | undefined
    for (const { id } of call.overloads) {
      const estimated = { name: call.name, overload: id, target, args }
      const found = libraryEstimate(estimated, this.#declared)
      const estimate =
        found === undefined
          ? languageEstimate(estimated, costs)
          : { ...found, cost: plus(found.cost, ...costs) }
      if (id === 'conditional' || id.startsWith('add_')) this.#joinEntries(node, id)
      total = union(total, estimate.cost)
      if (estimate.size !== undefined) size = size === undefined ? estimate.size : union(size, estimate.size)
      if (id === 'index_list' || id === 'index_map') {
        const [container] = node.args as [Expression]
        size = this.#entriesOf(container)?.value
        this.#paths.set(node, [...this.#pathOf(container), id === 'index_list' ? '@items' : '@values'])
      }
      size ??= this.#sizeOf(node)
    }
    if (size !== undefined) this.#sizes.set(node, size)
    return plus(receiver, total)
  }

  #dyn(node: Call, arg: Expression): CostRange {
    const cost = this.cost(arg)
    this.#copySizes(node, arg)
    return plus(cost, exactly(1))
  }

  #copySizes(to: Expression, from: Expression): void {
    const size = this.#sizeOf(from)
    const entries = this.#entriesOf(from)
    if (size !== undefined) this.#sizes.set(to, size)
    if (entries !== undefined) this.#entries.set(to, entries)
  }

  /** The entries of `a + b` or of a choice are those of either side. */
  #joinEntries(node: Call, id: string): void {
    const [left, right] = (id === 'conditional' ? node.args.slice(1) : node.args) as [Expression, Expression]
    const [a, b] = [this.#entriesOf(left), this.#entriesOf(right)]
    const fits = id === 'conditional' || id === 'add_list' || id === 'add_string' || id === 'add_bytes'
    if (a === undefined || b === undefined || !fits) return
    this.#entries.set(node, { of: a.of, key: union(a.key, b.key), value: union(a.value, b.value) })
  }

  #list(node: ListLiteral): CostRange {
    let value: CostRange = node.items.length === 0 ? NOTHING : NO_RANGE
    const costs = node.items.map((item) => {
      const cost = this.cost(item)
      value = union(value, this.#sizeOrUnknown(item))
      return cost
    })
    this.#entries.set(node, { of: 'list', key: exactly(1), value })
    return plus(...costs, exactly(10))
  }

  #map(node: MapLiteral): CostRange {
    let key: CostRange = node.entries.length === 0 ? NOTHING : NO_RANGE
    let value = key
    const costs = node.entries.map((entry) => {
      const cost = plus(this.cost(entry.key), this.cost(entry.value))
      key = union(key, this.#sizeOrUnknown(entry.key))
      value = union(value, this.#sizeOrUnknown(entry.value))
      return cost
    })
    this.#entries.set(node, { of: 'map', key, value })
    return plus(...costs, exactly(30))
  }

  #fold(node: Fold): CostRange {
    const before = plus(this.cost(node.range), this.cost(node.start))
    this.#pushValue(node.result, node.start)
    this.#pushItems(node)
    const each = plus(this.cost(node.goOn), this.cost(node.step))
    this.#pop(node.item)
    if (node.second !== undefined) this.#pop(node.second)
    const last = this.cost(node.last)
    this.#pop(node.result)
    const count = this.#sizeOrUnknown(node.range)
    if (node.start.kind === 'literal') {
      const size = this.#sizeOf(node.start)
      if (size !== undefined) this.#sizes.set(node, size)
    } else if (node.start.kind === 'list' || node.start.kind === 'map') {
      this.#sizes.set(node, count)
      const entries = this.#entriesOf(node.step)
      if (entries !== undefined) this.#entries.set(node, entries)
    }
    return plus(before, last, times(count, each))
  }

  #binding(node: Fold): CostRange {
    const before = plus(this.cost(node.range), this.cost(node.start))
    this.#pushValue(node.result, node.start)
    const last = this.cost(node.last)
    this.#copySizes(node, node.last)
    this.#pop(node.result)
    return plus(before, last)
  }

  #pushValue(name: string, node: Expression): void {
    this.#push(name, { path: this.#pathOf(node), size: this.#sizeOf(node), entries: this.#entriesOf(node) })
  }

  #pushItems(node: Fold): void {
    const entries = this.#entriesOf(node.range)
    const path = this.#pathOf(node.range)
    const list = (entries?.of ?? this.#typeOf(node.range).kind) === 'list'
    const push = (name: string, part: 'key' | 'value') => {
      const step = part === 'key' ? (list ? '@indices' : '@keys') : list ? '@items' : '@values'
      this.#push(name, { path: [...path, step], size: entries?.[part], entries: undefined })
    }
    if (node.second === undefined) return push(node.item, list ? 'value' : 'key')
    push(node.item, 'key')
    push(node.second, 'value')
  }

  #sized(node: Expression): SizedNode {
    const path = this.#pathOf(node)
    return {
      type: this.#typeOf(node),
      path: path[0] === '@result' ? [] : path,
      size: this.#sizeOf(node),
      node,
    }
  }

  #sizeOrUnknown(node: Expression): CostRange {
    return this.#sizeOf(node) ?? UNKNOWN
  }

  #sizeOf(node: Expression): CostRange | undefined {
    const known = this.#sizes.get(node) ?? literalSize(node)
    if (known !== undefined) return known
    const declared = this.#declared(this.#pathOf(node))
    if (declared !== undefined) {
      this.#sizes.set(node, declared)
      return declared
    }
    if (isScalar(this.#typeOf(node))) return exactly(1)
    return this.#localOf(node)?.size
  }

  #entriesOf(node: Expression): EntrySize | undefined {
    return this.#entries.get(node) ?? this.#localOf(node)?.entries
  }
}

/** optMap and its like: a loop over nothing that only binds a name. */
function isBinding(node: Fold): boolean {
  const empty = node.range.kind === 'list' && node.range.items.length === 0
  return empty && node.goOn.kind === 'literal' && node.goOn.value === false && node.result !== '@result'
}
