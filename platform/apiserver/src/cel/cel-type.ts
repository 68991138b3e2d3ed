/**
 * What a CEL expression's value is known to be before it runs. `longest` (bytes) and `most` (items) only bound estimates:
 * two types that differ in them alone are the same type.
 */
export type CelType =
  | { readonly kind: 'bool' | 'int' | 'uint' | 'double' | 'null' | 'error' }
  | { readonly kind: 'string' | 'bytes' | 'timestamp' | 'duration' | 'dyn'; readonly longest?: number }
  | { readonly kind: 'type'; readonly of?: CelType }
  | CelListType
  | { readonly kind: 'map'; readonly key: CelType; readonly of: CelType; readonly most?: number }
  | CelObjectType
  | { readonly kind: 'optional'; readonly of: CelType }
  | { readonly kind: 'opaque'; readonly name: string }
  | { readonly kind: 'param'; readonly name: string }

/** Lists. */
export interface CelListType {
  readonly kind: 'list'
  readonly of: CelType
  readonly most?: number
  /** How lists of this type are compared and joined; a plain list when left out. */
  readonly listed?: 'set' | { readonly keys: readonly string[] }
}

/** Fields go by the names they have in JSON; expressions write them escaped. May be a getter, so big schemas stay cheap. */
export interface CelObjectType {
  readonly kind: 'object'
  readonly name: string
  readonly fields: Readonly<Record<string, CelType>>
}

/** The plain types, of no declared size. */
export const BOOL = { kind: 'bool' } as const satisfies CelType
export const INT = { kind: 'int' } as const satisfies CelType
export const UINT = { kind: 'uint' } as const satisfies CelType
export const DOUBLE = { kind: 'double' } as const satisfies CelType
export const STRING = { kind: 'string' } as const satisfies CelType
export const BYTES = { kind: 'bytes' } as const satisfies CelType
export const NULL = { kind: 'null' } as const satisfies CelType
export const DYN = { kind: 'dyn' } as const satisfies CelType
export const ERROR = { kind: 'error' } as const satisfies CelType
export const TIMESTAMP = { kind: 'timestamp' } as const satisfies CelType
export const DURATION = { kind: 'duration' } as const satisfies CelType
export const TYPE = { kind: 'type' } as const satisfies CelType

/** Types of other types, of no declared size. */
export const listOf = (of: CelType): CelType => ({ kind: 'list', of })
export const mapOf = (key: CelType, of: CelType): CelType => ({ kind: 'map', key, of })
export const optionalOf = (of: CelType): CelType => ({ kind: 'optional', of })
export const opaque = (name: string): CelType => ({ kind: 'opaque', name })
