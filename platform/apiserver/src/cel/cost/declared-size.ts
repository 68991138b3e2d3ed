import type { CelType } from '../cel-type.ts'
import { escapeName, unescapeName } from '../values/escape-name.ts'
import type { CostRange } from './cost-range.ts'
import type { SizeOfPath } from './sized-node.ts'

/**
 * Sizes as the root's type declares them. The first word of a path is a variable and always means the root, even where
 * an expression made the value: so does Kubernetes, and its limits depend on it.
 */
export function declaredSize(root: CelType | undefined): SizeOfPath {
  return (path) => {
    if (path.length === 0) return undefined
    let type = root
    for (const name of path.slice(1)) {
      if (type === undefined) return undefined
      type = memberOf(type, name)
    }
    return type === undefined ? undefined : sizeOfType(type)
  }
}

function memberOf(type: CelType, name: string): CelType | undefined {
  if (name === '@items' || name === '@values')
    return type.kind === 'list' || type.kind === 'map' ? type.of : undefined
  if (name === '@keys') return type.kind === 'map' ? type.key : undefined
  const field = unescapeName(name)
  if (
    type.kind !== 'object' ||
    field === undefined ||
    escapeName(field) !== name ||
    !Object.hasOwn(type.fields, field)
  )
    return undefined
  return type.fields[field]
}

function sizeOfType(type: CelType): CostRange | undefined {
  if (type.kind === 'list' || type.kind === 'map') return { min: 0, max: type.most ?? 0 }
  return { min: 0, max: ('longest' in type ? type.longest : undefined) ?? 0 }
}
