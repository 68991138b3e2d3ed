import type { CelType } from '../cel/cel-type.ts'

/** A type by the name that it is declared with, such as `list(google.protobuf.Timestamp)`: not the one that CEL's own messages use. */
export function declaredTypeText(type: CelType): string {
  switch (type.kind) {
    case 'list':
      return `list(${declaredTypeText(type.of)})`
    case 'map':
      return `map(${declaredTypeText(type.key)}, ${declaredTypeText(type.of)})`
    case 'optional':
      return `optional_type(${declaredTypeText(type.of)})`
    case 'object':
    case 'opaque':
    case 'param':
      return type.name
    case 'type':
      return type.of === undefined ? 'type' : `type(${declaredTypeText(type.of)})`
    case 'timestamp':
      return 'google.protobuf.Timestamp'
    case 'duration':
      return 'google.protobuf.Duration'
    case 'null':
      return 'null_type'
    default:
      return type.kind
  }
}
