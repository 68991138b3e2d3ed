import { CelRuntimeError } from '../cel-error.ts'
import type { CelType } from '../cel-type.ts'
import { fillClauses, misfit } from '../library/format-text.ts'
import type { Call, Expression } from '../parse/expression.ts'
import type { Problem } from '../parse/source-text.ts'

const TAKEN: Readonly<Record<string, readonly CelType['kind'][]>> = {
  s: [
    'list',
    'map',
    'int',
    'uint',
    'double',
    'bool',
    'string',
    'timestamp',
    'bytes',
    'duration',
    'type',
    'null',
  ],
  d: ['int', 'uint'],
  f: ['double'],
  e: ['double'],
  b: ['bool', 'int', 'uint'],
  o: ['int', 'uint'],
  x: ['int', 'uint', 'string', 'bytes'],
}

type Types = ReadonlyMap<Expression, CelType>

/** What is wrong with a written-down format whose values are a written-down list. */
export function formatProblems(call: Call, types: Types): readonly Problem[] {
  const [list] = call.args
  if (call.target?.kind !== 'literal' || typeof call.target.value !== 'string' || list?.kind !== 'list')
    return []
  let used = 0
  let at = call.at
  try {
    fillClauses(call.target.value, list.items.length, (letter, _digits, index) => {
      used++
      const wrong = misfitting(list.items[index] as Expression, letter.toLowerCase(), types)
      if (wrong === undefined) return ''
      at = wrong.at
      throw misfit(letter, nameOf(types.get(wrong)))
    })
  } catch (cause) {
    if (cause instanceof CelRuntimeError) return [{ at, message: cause.message }]
    throw cause
  }
  if (list.items.length <= used) return []
  const counts = `expected ${used}, got ${list.items.length}`
  return [{ at: call.at, message: `too many arguments supplied to string.format (${counts})` }]
}

/** The node, or the node within it, that a clause cannot write. */
function misfitting(node: Expression, letter: string, types: Types): Expression | undefined {
  const kind = types.get(node)?.kind
  if (kind !== undefined && kind !== 'dyn' && !TAKEN[letter]?.includes(kind)) return node
  if (letter !== 's') return undefined
  const inner =
    node.kind === 'list'
      ? node.items
      : node.kind === 'map'
        ? node.entries.flatMap((entry) => [entry.key, entry.value])
        : []
  for (const item of inner) {
    const wrong = misfitting(item, letter, types)
    if (wrong !== undefined) return wrong
  }
  return undefined
}

function nameOf(type: CelType | undefined): string {
  if (type === undefined) return 'dyn'
  if (type.kind === 'object' || type.kind === 'opaque') return type.name
  const names: Partial<Record<CelType['kind'], string>> = {
    null: 'null_type',
    timestamp: 'google.protobuf.Timestamp',
    duration: 'google.protobuf.Duration',
    optional: 'optional_type',
  }
  return names[type.kind] ?? type.kind
}
