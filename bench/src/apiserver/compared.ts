import { quantile } from '../measure.ts'

/** Ours and a peer's medians, and the median of the ratios of the rounds. */
export interface Compared {
  readonly ours: number
  readonly peer: number
  readonly ratio: number
}

/** Ours and the peer take turns, so that the weather of a round is the same for both. Each figure is compared by itself. */
export async function compared<Figure extends string>(
  rounds: number,
  measure: (who: 'ours' | 'peer') => Promise<Readonly<Record<Figure, number>>>,
): Promise<(figure: Figure) => Compared> {
  const ours: Readonly<Record<Figure, number>>[] = []
  const peer: Readonly<Record<Figure, number>>[] = []
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await measure('ours'))
    peer.push(await measure('peer'))
  }
  return (figure) =>
    comparedOf(
      ours.map((round) => round[figure]),
      peer.map((round) => round[figure]),
    )
}

export function comparedOf(ours: readonly number[], peer: readonly number[]): Compared {
  const ratios = ours.map((figure, round) => figure / (peer[round] ?? Number.NaN))
  return { ours: quantile(ours, 0.5), peer: quantile(peer, 0.5), ratio: quantile(ratios, 0.5) }
}
