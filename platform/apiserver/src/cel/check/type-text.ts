import type { CelType } from '../cel-type.ts'

/** A type as messages name it. */
export function typeText(type: CelType): string {
  switch (type.kind) {
    case 'error':
      return '!error!'
    case 'list':
      return `list(${typeText(type.of)})`
    case 'map':
      return `map(${typeText(type.key)}, ${typeText(type.of)})`
    case 'optional':
      return `optional_type(${typeText(type.of)})`
    case 'type':
      return type.of === undefined ? 'type' : `type(${typeText(type.of)})`
    case 'object':
    case 'opaque':
    case 'param':
      return type.name
    default:
      return type.kind
  }
}

/** The types of a call's arguments as messages name them: `(int, string)`, or `string.(int)` for a receiver. */
export function callText(types: readonly CelType[], member: boolean): string {
  const [first, ...rest] = types
  if (member && first !== undefined) return `${typeText(first)}.(${rest.map(typeText).join(', ')})`
  return `(${types.map(typeText).join(', ')})`
}
