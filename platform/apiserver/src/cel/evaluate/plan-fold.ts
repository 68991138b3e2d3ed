import { CelRuntimeError } from '../cel-error.ts'
import type { CelValue } from '../cel-value.ts'
import type { Fold } from '../parse/expression.ts'
import { CelList } from '../values/cel-list.ts'
import { CelMap } from '../values/cel-map.ts'
import { typeNameOf } from '../values/type-name.ts'
import { attempt } from './attempt.ts'
import type { Frame, Planned, Step } from './planned.ts'
import type { Planner } from './planner.ts'

/** A loop: an error in one item is kept as the result so far, which a later item may make good. */
export function planFold(node: Fold, planner: Planner): Planned {
  const range = planner.plan(node.range).run
  const start = planner.plan(node.start).run
  const resultAt = planner.places.next
  const itemAt = resultAt + 1
  const outer = { names: new Map([...planner.places.names, [node.result, resultAt]]), next: resultAt + 3 }
  const inner = { names: new Map([...outer.names, [node.item, itemAt]]), next: outer.next }
  if (node.second !== undefined) inner.names.set(node.second, itemAt + 1)
  const loop: Loop = {
    goOn: planner.plan(node.goOn, inner).run,
    step: planner.plan(node.step, inner).run,
    resultAt,
    itemAt,
  }
  const last = planner.plan(node.last, outer).run
  const second = node.second !== undefined
  const run: Step = (frame) => {
    const items = range(frame)
    frame.locals[resultAt] = attempt(start, frame)
    if (items instanceof CelList) overList(items, loop, { frame, second })
    else if (items instanceof CelMap) overMap(items, loop, frame)
    else throw new CelRuntimeError(`got '${goType(items)}', expected iterable type`)
    return last(frame)
  }
  return { run }
}

interface Loop {
  readonly goOn: Step
  readonly step: Step
  readonly resultAt: number
  readonly itemAt: number
}

function overList(
  items: CelList,
  loop: Loop,
  options: { readonly frame: Frame; readonly second: boolean },
): void {
  const { frame, second } = options
  for (let at = 0; at < items.length; at++) {
    frame.locals[loop.itemAt] = second ? BigInt(at) : items.at(at)
    if (second) frame.locals[loop.itemAt + 1] = items.at(at)
    if (!turn(loop, frame)) return
  }
}

function overMap(items: CelMap, loop: Loop, frame: Frame): void {
  for (const key of items.keys()) {
    frame.locals[loop.itemAt] = key
    frame.locals[loop.itemAt + 1] = items.get(key) ?? null
    if (!turn(loop, frame)) return
  }
}

/** One item; false when the loop is over. */
function turn(loop: Loop, frame: Frame): boolean {
  if (loop.goOn(frame) !== true) return false
  frame.locals[loop.resultAt] = attempt(loop.step, frame)
  return true
}

/** The name of a value's type in cel-go, which is what its message shows. */
function goType(value: CelValue): string {
  const name = typeNameOf(value)
  if (name === 'optional_type') return '*types.Optional'
  const plain = name.replace(/^.*\./u, '').replace(/_type$/u, '')
  return `types.${plain.charAt(0).toUpperCase()}${plain.slice(1)}`
}
