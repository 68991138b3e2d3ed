/** One operation on one key as a client saw it; times from one clock. Without `returned`, its answer never came. */
export interface Operation {
  readonly client: number
  readonly called: number
  readonly returned?: number
  readonly action: RegisterAction
}

export type RegisterAction =
  | { readonly type: 'get'; readonly found: string | undefined }
  | { readonly type: 'put'; readonly value: string }
  | Swap

/** Writes `value`, or deletes without one, if the key holds `expected`. Without an answer, `ok` is not looked at. */
export interface Swap {
  readonly type: 'swap'
  readonly expected: string | undefined
  readonly value: string | undefined
  readonly ok: boolean
}

/** Whether some order of the operations explains all answers and respects which ended before which began. */
export function isLinearizable(history: readonly Operation[]): boolean {
  const operations = [...history].sort((a, b) => a.called - b.called)
  const seen = new Set<string>()
  const explore = (done: bigint, left: number, state: string | undefined): boolean => {
    if (left === 0) return true
    const visited = `${done}:${state}`
    if (seen.has(visited)) return false
    seen.add(visited)
    const deadline = earliestReturn(operations, done)
    for (const [index, operation] of operations.entries()) {
      if (operation.called > deadline) break
      const bit = 1n << BigInt(index)
      if ((done & bit) !== 0n) continue
      const answered = operation.returned !== undefined ? 1 : 0
      for (const next of statesAfter(operation, state)) {
        if (explore(done | bit, left - answered, next.state)) return true
      }
    }
    return false
  }
  return explore(0n, operations.filter(({ returned }) => returned !== undefined).length, undefined)
}

/** Nothing that was called after this can come next: another operation had ended by then. */
function earliestReturn(operations: readonly Operation[], done: bigint): number {
  let earliest = Number.POSITIVE_INFINITY
  for (const [index, { returned }] of operations.entries()) {
    if (returned !== undefined && (done & (1n << BigInt(index))) === 0n)
      earliest = Math.min(earliest, returned)
  }
  return earliest
}

/** The states that an operation can leave behind if it takes effect now; none if its answer contradicts the state. */
function statesAfter(
  { action, returned }: Operation,
  state: string | undefined,
): { state: string | undefined }[] {
  switch (action.type) {
    case 'get':
      return returned === undefined || action.found === state ? [{ state }] : []
    case 'put':
      return [{ state: action.value }]
    case 'swap': {
      const fits = action.expected === state
      if (returned === undefined) return [{ state: fits ? action.value : state }]
      return fits === action.ok ? [{ state: fits ? action.value : state }] : []
    }
  }
}
