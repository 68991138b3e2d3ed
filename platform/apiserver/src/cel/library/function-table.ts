import { ADDRESSES } from './addresses.ts'
import { AUTHORIZERS } from './authorizers.ts'
import { CONTAINERS } from './containers.ts'
import { CONVERSIONS } from './conversions.ts'
import { FORMAT_FUNCTIONS } from './formats.ts'
import { LISTS } from './lists.ts'
import { OPERATORS } from './operators.ts'
import { OPTIONALS } from './optionals.ts'
import type { FunctionTable, Overload } from './overload.ts'
import { QUANTITIES } from './quantities.ts'
import { SEMVERS } from './semvers.ts'
import { SETS } from './sets.ts'
import { STRINGS } from './strings.ts'
import { TIMES } from './times.ts'
import { URLS } from './urls.ts'

/** All functions that expressions may call in Kubernetes 1.34, forms of one name in the order they are tried. */
export const FUNCTIONS: FunctionTable = merged([
  OPERATORS,
  CONTAINERS,
  CONVERSIONS,
  TIMES,
  OPTIONALS,
  LISTS,
  STRINGS,
  SETS,
  QUANTITIES,
  SEMVERS,
  ADDRESSES,
  URLS,
  FORMAT_FUNCTIONS,
  AUTHORIZERS,
])

function merged(tables: readonly FunctionTable[]): FunctionTable {
  const all: Record<string, readonly Overload[]> = {}
  for (const table of tables) {
    for (const [name, forms] of Object.entries(table)) all[name] = [...(all[name] ?? []), ...forms]
  }
  return all
}
