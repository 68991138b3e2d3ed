import type { CelType } from '../cel-type.ts'
import type { Expression } from '../parse/expression.ts'
import { sizeOf } from '../values/size-of.ts'
import { type CostRange, exactly } from './cost-range.ts'

/** The size of what is written down in the expression itself. */
export function literalSize(node: Expression): CostRange | undefined {
  if (node.kind === 'literal') return exactly(sizeOf(node.value))
  if (node.kind === 'list') return exactly(node.items.length)
  return node.kind === 'map' ? exactly(node.entries.length) : undefined
}

const SCALARS = new Set(['bool', 'double', 'duration', 'int', 'timestamp', 'uint'])

/** Whether all values of a type have the same size. */
export function isScalar(type: CelType): boolean {
  return type.kind === 'optional' ? isScalar(type.of) : SCALARS.has(type.kind)
}
