/** One measured case, and the peer or floor that was measured beside it. */
export interface Result {
  readonly bench: string
  readonly case: string
  readonly value: number
  readonly unit: string
  readonly peer?: string
  readonly peerValue?: number
  /** value / peerValue, or the median of what that was in each round. */
  readonly ratio?: number
  /** What is aimed at: the ratio where there is a peer, else the value; such as ">= 4". */
  readonly aim?: string
  readonly met?: boolean
}

export interface Measured {
  readonly case: string
  readonly value: number
  readonly unit: string
  readonly peer?: { readonly name: string; readonly value: number }
  /** Where it was taken round by round. Default: value / peer.value. */
  readonly ratio?: number
  readonly aim?: string
}

/** Fills in the ratio and whether the aim is met. */
export function resultOf(
  bench: string,
  { case: name, value, unit, peer, ratio: taken, aim }: Measured,
): Result {
  const ratio = taken ?? (peer && value / peer.value)
  return {
    bench,
    case: name,
    value: rounded(value),
    unit,
    ...(peer && { peer: peer.name, peerValue: rounded(peer.value), ratio: rounded(ratio ?? 0) }),
    ...(aim !== undefined && { aim, met: meets(ratio ?? value, aim) }),
  }
}

/** Whether a number is as an aim such as "<= 3" wants it. */
export function meets(number: number, aim: string): boolean {
  const [, operator, bound] = /^(<=|>=|<|>) (\d+(?:\.\d+)?)$/.exec(aim) ?? []
  const limit = Number(bound)
  switch (operator) {
    case '<=':
      return number <= limit
    case '>=':
      return number >= limit
    case '<':
      return number < limit
    case '>':
      return number > limit
    default:
      throw new Error(`cannot read aim "${aim}": expected an operator and a number, such as ">= 4"`)
  }
}

/** Four digits are more than a noisy machine can give. */
function rounded(value: number): number {
  return Number(value.toPrecision(4))
}
