import type { CelType } from '../cel-type.ts'
import type { Expression, ListLiteral, MapLiteral } from '../parse/expression.ts'
import type { Problem } from '../parse/source-text.ts'
import { isExact } from './type-bindings.ts'
import { typeText } from './type-text.ts'

type Types = ReadonlyMap<Expression, CelType>

/** Items of other types than the first: of a list the first such one, of a map all keys and values. */
export function mixedProblems(node: ListLiteral | MapLiteral, types: Types): readonly Problem[] {
  if (node.kind === 'list') {
    const found = node.items.map((item, at) => ({
      node: item,
      type: typeOf(item, node.optional.has(at), types),
    }))
    return mismatches(found).slice(0, 1)
  }
  const keys = node.entries.map(({ key }) => ({ node: key, type: typeOf(key, false, types) }))
  const values = node.entries.map(({ value, optional }) => ({
    node: value,
    type: typeOf(value, optional, types),
  }))
  return [...mismatches(keys), ...mismatches(values)]
}

function typeOf(node: Expression, optional: boolean, types: Types): CelType | undefined {
  const type = types.get(node)
  return optional && type?.kind === 'optional' ? type.of : type
}

function mismatches(
  found: readonly { readonly node: Expression; readonly type: CelType | undefined }[],
): readonly Problem[] {
  const first = found[0]?.type
  if (first === undefined) return []
  return found.flatMap(({ node, type }) => {
    if (type === undefined || isExact(first, type)) return []
    return [{ at: node.at, message: `expected type '${typeText(first)}' but found '${typeText(type)}'` }]
  })
}
