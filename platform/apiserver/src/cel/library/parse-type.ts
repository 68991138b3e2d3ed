import { type CelType, listOf, mapOf, opaque, optionalOf } from '../cel-type.ts'

const PLAIN = new Set([
  'bool',
  'int',
  'uint',
  'double',
  'string',
  'bytes',
  'null',
  'timestamp',
  'duration',
  'dyn',
])

/** Reads a type as signatures write it: `int`, `list(A)`, `map(K, V)`, `optional(V)`, `type(A)`, `net.IP`; A to Z are open. */
export function parseType(text: string): CelType {
  const name = text.trim()
  if (PLAIN.has(name)) return { kind: name } as CelType
  if (/^[A-Z]$/u.test(name)) return { kind: 'param', name }
  const found = /^(list|map|optional|type)\(([\s\S]+)\)$/u.exec(name)
  if (found === null) return opaque(name)
  const inner = found[2] ?? ''
  if (found[1] === 'list') return listOf(parseType(inner))
  if (found[1] === 'optional') return optionalOf(parseType(inner))
  if (found[1] === 'type') return { kind: 'type', of: parseType(inner) }
  const comma = inner.indexOf(',')
  return mapOf(parseType(inner.slice(0, comma)), parseType(inner.slice(comma + 1)))
}
