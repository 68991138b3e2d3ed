import { CelRuntimeError } from '../cel-error.ts'
import type { CelValue } from '../cel-value.ts'
import type { CheckedExpression } from '../check/checked-expression.ts'
import type { Call, Expression, Ident, ListLiteral, MapLiteral, Select } from '../parse/expression.ts'
import { CelList } from '../values/cel-list.ts'
import { BuiltMap } from '../values/cel-map.ts'
import { CelOptional } from '../values/cel-optional.ts'
import { mapKeyOf } from '../values/map-key.ts'
import { typeNameOf } from '../values/type-name.ts'
import { valueText } from '../values/value-text.ts'
import { lookUp } from './look-up.ts'
import { planCall } from './plan-call.ts'
import { planFold } from './plan-fold.ts'
import { constant, type Planned, type Step } from './planned.ts'
import type { Places, Planner } from './planner.ts'

/** Makes a checked expression ready to run. */
export function planExpression(checked: CheckedExpression): Step {
  const plan = (node: Expression, places: Places = { names: new Map(), next: 0 }): Planned => {
    const planner: Planner = { checked, places, plan: (child, inner) => plan(child, inner ?? places) }
    return planNode(node, planner)
  }
  return plan(checked.root).run
}

function planNode(node: Expression, planner: Planner): Planned {
  switch (node.kind) {
    case 'literal':
      return constant(node.value)
    case 'ident':
      return planName(node, planner)
    case 'select':
      return planner.checked.references.has(node) ? planName(node, planner) : planSelect(node, planner)
    case 'call':
      return planIndex(node, planner) ?? planCall(node, planner)
    case 'list':
      return planList(node, planner)
    case 'map':
      return planMap(node, planner)
    case 'fold':
      return planFold(node, planner)
    case 'struct':
      throw new Error(`cannot plan ${node.name}: no messages are known`)
  }
}

function planName(node: Ident | Select, planner: Planner): Planned {
  const reference = planner.checked.references.get(node)
  if (reference === undefined) throw new Error('cannot plan a name that was not checked')
  if (reference.kind === 'type') return constant(reference.value)
  const { name } = reference
  const place = reference.kind === 'local' ? planner.places.names.get(name) : undefined
  const look: Step =
    place === undefined
      ? (frame) => {
          const value = frame.values[name]
          if (value === undefined) throw new CelRuntimeError(`no such attribute(s): ${name}`)
          return value
        }
      : (frame) => {
          const value = frame.locals[place]
          if (value instanceof CelRuntimeError) throw value
          return value as CelValue
        }
  return reached(look)
}

/** Something reached by name: looking it up costs 1. */
function reached(look: Step, through?: Planned): Planned {
  if (through?.choice === true) return { run: look, look, choice: true }
  const run: Step = (frame) => {
    frame.budget.spend(1)
    return look(frame)
  }
  return { run, look }
}

function planSelect(node: Select, planner: Planner): Planned {
  const operand = planner.plan(node.operand)
  const base = operand.look ?? operand.run
  const { field } = node
  if (node.test) {
    const run: Step = (frame) => {
      const value = base(frame)
      frame.budget.spend(1)
      const found = lookUp(value, field)
      return found !== undefined && found !== CelOptional.none
    }
    return { run }
  }
  return reached((frame) => member(base(frame), field, frame.budget), operand)
}

function member(value: CelValue, key: CelValue, budget: { spend(cost: number): void }): CelValue {
  budget.spend(1)
  const found = lookUp(value, key)
  if (found === undefined) throw missing(value, key)
  return found
}

function missing(value: CelValue, key: CelValue): CelRuntimeError {
  return new CelRuntimeError(
    `${value instanceof CelList ? 'index out of bounds' : 'no such key'}: ${valueText(key)}`,
  )
}

function planIndex(node: Call, planner: Planner): Planned | undefined {
  const optional = node.name === '_[?_]' || node.name === '_?._'
  if (node.name !== '_[_]' && !optional) return undefined
  const [target, index] = node.args as [Expression, Expression]
  const operand = planner.plan(target)
  const key = planner.plan(index)
  const base = operand.look ?? operand.run
  const keyOf = key.look ?? key.run
  if (!optional) return reached((frame) => member(base(frame), keyOf(frame), frame.budget), operand)
  return reached((frame) => {
    const value = base(frame)
    const found = lookUp(value, keyOf(frame))
    if (found === undefined || found === CelOptional.none) return CelOptional.none
    frame.budget.spend(1)
    return value instanceof CelOptional ? found : new CelOptional(found)
  }, operand)
}

function planList(node: ListLiteral, planner: Planner): Planned {
  const items = node.items.map((item) => planner.plan(item))
  if (node.optional.size === 0 && items.every((item) => item.constant !== undefined)) {
    return constant(CelList.of(items.map((item) => item.constant?.value as CelValue)))
  }
  const run: Step = (frame) => {
    const values: CelValue[] = []
    frame.budget.spend(10)
    items.forEach((item, at) => {
      const value = item.run(frame)
      if (!node.optional.has(at)) values.push(value)
      else if (present(value)) values.push((value as CelOptional).value as CelValue)
    })
    return CelList.of(values)
  }
  return { run }
}

/** Whether an optional entry holds something; throws when it is no optional. */
function present(value: CelValue): boolean {
  if (!(value instanceof CelOptional)) {
    throw new CelRuntimeError(
      `cannot initialize optional list element from non-optional value ${valueText(value)}`,
    )
  }
  return value.value !== undefined
}

function planMap(node: MapLiteral, planner: Planner): Planned {
  const entries = node.entries.map((entry) => ({
    key: planner.plan(entry.key),
    value: planner.plan(entry.value),
    optional: entry.optional,
  }))
  const build: Step = (frame) => {
    const built: (readonly [CelValue, CelValue])[] = []
    for (const { key, value, optional } of entries) {
      const name = key.run(frame)
      const found = value.run(frame)
      if (optional && !present(found)) continue
      if (mapKeyOf(name) === undefined) throw new CelRuntimeError(`unsupported key type: ${typeNameOf(name)}`)
      built.push([name, optional ? ((found as CelOptional).value as CelValue) : found])
    }
    return new BuiltMap(built)
  }
  if (entries.every(({ key, value, optional }) => !optional && key.constant && value.constant)) {
    const fixed = entries.map(
      ({ key, value }) => [key.constant?.value, value.constant?.value] as [CelValue, CelValue],
    )
    if (fixed.every(([key]) => mapKeyOf(key) !== undefined)) return constant(new BuiltMap(fixed))
  }
  const run: Step = (frame) => {
    frame.budget.spend(30)
    return build(frame)
  }
  return { run }
}
