import { BOOL, type CelType, DYN, ERROR, INT, listOf, mapOf, optionalOf, STRING } from '../cel-type.ts'
import type { FunctionTable, Overload } from '../library/overload.ts'
import type { Call, Expression, Fold, ListLiteral, MapLiteral, Select, Struct } from '../parse/expression.ts'
import { qualifiedName } from '../parse/expression.ts'
import { type Problem, SourceText } from '../parse/source-text.ts'
import { escapeName, unescapeName } from '../values/escape-name.ts'
import type { CheckedExpression, Reference, ResolvedCall } from './checked-expression.ts'
import { literalProblems } from './literal-problems.ts'
import { literalType } from './literal-type.ts'
import { isExact, moreGeneral, TypeBindings } from './type-bindings.ts'
import { TYPE_NAMES } from './type-names.ts'
import { callText, typeText } from './type-text.ts'

/** What an expression may name and call. */
export interface CheckOptions {
  readonly variables: Readonly<Record<string, CelType>>
  readonly functions: FunctionTable
}

/** Finds every node's type and function; throws CelCompileError that says all that does not fit. */
export function checkExpression(text: string, root: Expression, options: CheckOptions): CheckedExpression {
  const checker = new Checker(options)
  checker.check(root)
  const checked = checker.checked(root)
  const problems = checker.problems.length > 0 ? checker.problems : literalProblems(checked)
  if (problems.length > 0) throw new SourceText(text).failure(problems)
  return checked
}

type Scope = ReadonlyMap<string, CelType>

class Checker {
  readonly problems: Problem[] = []
  readonly #options: CheckOptions
  readonly #types = new Map<Expression, CelType>()
  readonly #references = new Map<Expression, Reference>()
  readonly #calls = new Map<Expression, ResolvedCall>()
  readonly #uses = new Set<string>()
  readonly #bindings = new TypeBindings()
  #scope: Scope = new Map()
  #open = 0

  constructor(options: CheckOptions) {
    this.#options = options
  }

  checked(root: Expression): CheckedExpression {
    for (const [node, type] of this.#types) this.#types.set(node, this.#bindings.resolve(type, true))
    return { root, types: this.#types, references: this.#references, calls: this.#calls, uses: this.#uses }
  }

  check(node: Expression): CelType {
    const type = this.#typeOf(node)
    this.#types.set(node, type)
    return type
  }

  #typeOf(node: Expression): CelType {
    switch (node.kind) {
      case 'literal':
        return literalType(node.value)
      case 'ident':
        return this.#named(node, node.name) ?? this.#undeclared(node, node.name)
      case 'select':
        return this.#select(node)
      case 'call':
        return this.#call(node)
      case 'list':
        return this.#list(node)
      case 'map':
        return this.#map(node)
      case 'struct':
        return this.#struct(node)
      case 'fold':
        return this.#fold(node)
    }
  }

  #tell(at: number, message: string): void {
    this.problems.push({ at, message })
  }

  #undeclared(node: Expression, name: string): CelType {
    this.#tell(node.at, `undeclared reference to '${name}' (in container '')`)
    return ERROR
  }

  #mismatch(at: number, wanted: CelType, found: CelType): void {
    this.#tell(at, `expected type '${typeText(wanted)}' but found '${typeText(found)}'`)
  }

  #named(node: Expression, written: string): CelType | undefined {
    const name = written.replace(/^\./u, '')
    const local = this.#scope.get(name)
    if (local !== undefined) {
      this.#references.set(node, { kind: 'local', name })
      return local
    }
    if (Object.hasOwn(this.#options.variables, name)) {
      this.#references.set(node, { kind: 'variable', name })
      this.#uses.add(name)
      return this.#options.variables[name]
    }
    const named = TYPE_NAMES.get(name)
    if (named === undefined) return undefined
    this.#references.set(node, { kind: 'type', value: named.value })
    return { kind: 'type', of: named.type }
  }

  #select(node: Select): CelType {
    const name = qualifiedName(node)
    const whole = name === undefined ? undefined : this.#named(node, name)
    if (whole !== undefined) return whole
    const found = this.#field(node, { operand: node.operand, field: node.field, optional: false })
    return node.test ? BOOL : this.#bindings.resolve(found)
  }

  #field(node: Expression, options: { operand: Expression; field: string; optional: boolean }): CelType {
    const operand = this.#bindings.resolve(this.check(options.operand))
    const target = operand.kind === 'optional' ? operand.of : operand
    const found = this.#fieldOf(node, target, options.field)
    return operand.kind === 'optional' || options.optional ? optionalOf(found) : found
  }

  #fieldOf(node: Expression, target: CelType, field: string): CelType {
    if (target.kind === 'map') return target.of
    if (target.kind === 'object') {
      const name = unescapeName(field)
      const type = name !== undefined && Object.hasOwn(target.fields, name) ? target.fields[name] : undefined
      const escaped = escapeName(name ?? '')
      if (type !== undefined && (escaped === field || escaped === `__${field}__`)) return type
      this.#tell(node.at, `undefined field '${field}'`)
      return ERROR
    }
    if (target.kind === 'param') {
      this.#bindings.assign([DYN], [target])
      return DYN
    }
    if (target.kind === 'opaque' && !target.name.startsWith('net.')) {
      this.#tell(node.at, `unexpected failed resolution of '${target.name}'`)
      return ERROR
    }
    if (target.kind !== 'dyn' && target.kind !== 'error') {
      this.#tell(node.at, `type '${typeText(target)}' does not support field selection`)
    }
    return DYN
  }

  #call(node: Call): CelType {
    if (node.name === '_?._') {
      const [operand, field] = node.args as [Expression, Expression]
      const name = field.kind === 'literal' ? String(field.value) : ''
      this.#calls.set(node, {
        name: node.name,
        target: undefined,
        overloads: this.#options.functions['_?._'] ?? [],
      })
      this.#types.set(field, STRING)
      return this.#bindings.resolve(this.#field(node, { operand, field: name, optional: true }))
    }
    for (const arg of node.args) this.check(arg)
    if (node.target === undefined) {
      const name = node.name.replace(/^\./u, '')
      return this.#resolved(node, { name, target: undefined })
    }
    const prefix = qualifiedName(node.target)
    const spaced = prefix === undefined ? undefined : `${prefix}.${node.name}`.replace(/^\./u, '')
    if (spaced !== undefined && Object.hasOwn(this.#options.functions, spaced)) {
      return this.#resolved(node, { name: spaced, target: undefined })
    }
    this.check(node.target)
    return this.#resolved(node, { name: node.name, target: node.target })
  }

  #resolved(node: Call, call: { readonly name: string; readonly target: Expression | undefined }): CelType {
    const { name, target } = call
    const forms = Object.hasOwn(this.#options.functions, name) ? this.#options.functions[name] : undefined
    if (forms === undefined) return this.#undeclared(node, target === undefined ? node.name : name)
    const nodes = target === undefined ? node.args : [target, ...node.args]
    const args = nodes.map((arg) => this.#types.get(arg) ?? ERROR)
    if (name === '_&&_' || name === '_||_') return this.#logical(node, forms, args)
    const fitting: Overload[] = []
    let result: CelType | undefined
    for (const form of forms) {
      if (form.member !== (target !== undefined)) continue
      const found = this.#tryForm(form, args)
      if (found === undefined) continue
      fitting.push(form)
      if (result === undefined) result = found
      else if (result.kind !== 'dyn' && !isExact(found, result)) result = DYN
    }
    if (result === undefined) {
      const types = args.map((type) => this.#bindings.resolve(type, true))
      this.#tell(
        node.at,
        `found no matching overload for '${name}' applied to '${callText(types, target !== undefined)}'`,
      )
      return ERROR
    }
    this.#calls.set(node, { name, target, overloads: fitting })
    return result
  }

  #logical(node: Call, forms: readonly Overload[], args: readonly CelType[]): CelType {
    let right = true
    args.forEach((type, at) => {
      if (this.#bindings.assign([type], [BOOL])) return
      right = false
      this.#mismatch(node.args[at]?.at ?? node.at, BOOL, type)
    })
    this.#calls.set(node, { name: node.name, target: undefined, overloads: forms })
    return right ? BOOL : ERROR
  }

  /** The result of one form if the arguments fit it. */
  #tryForm(form: Overload, args: readonly CelType[]): CelType | undefined {
    if (form.args.length !== args.length) return undefined
    if (form.open.length === 0) return this.#bindings.assign(args, form.args) ? form.result : undefined
    const fresh = new Map(form.open.map((name) => [name, this.#newOpen()]))
    const wanted = form.args.map((type) => renamed(type, fresh))
    if (!this.#bindings.assign(args, wanted)) return undefined
    return this.#bindings.resolve(renamed(form.result, fresh))
  }

  #newOpen(): CelType {
    return { kind: 'param', name: `_var${this.#open++}` }
  }

  #list(node: ListLiteral): CelType {
    let of: CelType | undefined
    node.items.forEach((item, at) => {
      const type = this.check(item)
      of = this.#joined(of, node.optional.has(at) ? this.#unwrapped(item, type) : type)
    })
    return listOf(of ?? this.#newOpen())
  }

  #map(node: MapLiteral): CelType {
    let key: CelType | undefined
    let of: CelType | undefined
    for (const entry of node.entries) {
      key = this.#joined(key, this.check(entry.key))
      const type = this.check(entry.value)
      of = this.#joined(of, entry.optional ? this.#unwrapped(entry.value, type) : type)
    }
    return mapOf(key ?? this.#newOpen(), of ?? this.#newOpen())
  }

  /** The type inside an optional item. */
  #unwrapped(node: Expression, type: CelType): CelType {
    if (type.kind === 'optional') return type.of
    if (type.kind !== 'dyn') this.#mismatch(node.at, optionalOf(type), type)
    return type
  }

  #joined(before: CelType | undefined, type: CelType): CelType {
    if (before === undefined) return type
    return this.#bindings.assign([before], [type]) ? moreGeneral(before, type) : DYN
  }

  #struct(node: Struct): CelType {
    const named = TYPE_NAMES.get(node.name.replace(/^\./u, ''))
    if (named === undefined) return this.#undeclared(node, node.name)
    for (const field of node.fields) this.check(field.value)
    this.#tell(node.at, `'${typeText(named.type)}' is not a message type`)
    return ERROR
  }

  #fold(node: Fold): CelType {
    const range = this.#bindings.resolve(this.check(node.range))
    const start = this.check(node.start)
    const outer = this.#scope
    const [item, second] = this.#itemTypes(node, range)
    const withResult = new Map([...outer, [node.result, start]])
    const inner = new Map([...withResult, [node.item, item]])
    if (node.second !== undefined) inner.set(node.second, second)
    this.#scope = inner
    this.#expect(node.goOn, BOOL)
    this.#expect(node.step, start)
    this.#scope = withResult
    const last = this.check(node.last)
    this.#scope = outer
    return this.#bindings.resolve(last)
  }

  #expect(node: Expression, wanted: CelType): void {
    const found = this.check(node)
    if (!this.#bindings.assign([wanted], [found])) this.#mismatch(node.at, wanted, found)
  }

  #itemTypes(node: Fold, range: CelType): readonly [CelType, CelType] {
    if (range.kind === 'list') return node.second === undefined ? [range.of, ERROR] : [INT, range.of]
    if (range.kind === 'map') return [range.key, range.of]
    if (range.kind === 'dyn' || range.kind === 'error' || range.kind === 'param') {
      this.#bindings.assign([DYN], [range])
      return [DYN, DYN]
    }
    const why = 'cannot be range of a comprehension (must be list, map, or dynamic)'
    this.#tell(node.range.at, `expression of type '${typeText(range)}' ${why}`)
    return [ERROR, ERROR]
  }
}

function renamed(type: CelType, names: ReadonlyMap<string, CelType>): CelType {
  switch (type.kind) {
    case 'param':
      return names.get(type.name) ?? type
    case 'list':
      return listOf(renamed(type.of, names))
    case 'map':
      return mapOf(renamed(type.key, names), renamed(type.of, names))
    case 'optional':
      return optionalOf(renamed(type.of, names))
    case 'type':
      return type.of === undefined ? type : { kind: 'type', of: renamed(type.of, names) }
    default:
      return type
  }
}
