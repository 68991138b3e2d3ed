/** Runs every contestant in turn, round after round, so that all see the same weather; medians of the rounds. */
export async function interleaved<Name extends string>(
  rounds: number,
  contestants: Readonly<Record<Name, () => Promise<number>>>,
): Promise<Record<Name, number>> {
  const names = Object.keys(contestants) as Name[]
  const figures = new Map<Name, number[]>(names.map((name) => [name, []]))
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) figures.get(name)?.push(await contestants[name]())
  }
  return Object.fromEntries(names.map((name) => [name, quantile(figures.get(name) ?? [], 0.5)])) as Record<
    Name,
    number
  >
}

/** The smallest figure that at least this share of all is not above. */
export function quantile(figures: readonly number[], share: number): number {
  const sorted = [...figures].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

/** How often per second: `count` things done by `work`. */
export async function perSecond(count: number, work: () => unknown): Promise<number> {
  const start = performance.now()
  await work()
  return count / ((performance.now() - start) / 1_000)
}
