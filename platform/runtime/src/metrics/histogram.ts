import { OptionError } from '../errors.ts'
import type { LabelValues, Metric, MetricOptions, Sample } from './metric.ts'
import { Series } from './series.ts'

export interface HistogramOptions<Label extends string = string> extends MetricOptions<Label> {
  /** Upper bounds, growing; the one without end is added. */
  readonly buckets: readonly number[]
}

/** How often values fell below each bound. */
export class HistogramChild {
  readonly #bounds: readonly number[]
  readonly #counts: number[]
  #sum = 0
  #count = 0

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds
    this.#counts = bounds.map(() => 0)
  }

  observe(value: number): void {
    this.#sum += value
    this.#count += 1
    let low = 0
    let high = this.#bounds.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (value <= (this.#bounds[middle] ?? Number.POSITIVE_INFINITY)) high = middle
      else low = middle + 1
    }
    if (low < this.#counts.length) this.#counts[low] = (this.#counts[low] ?? 0) + 1
  }

  get sum(): number {
    return this.#sum
  }

  get count(): number {
    return this.#count
  }

  /** How many values were at most as large as each bound. */
  *cumulative(): Iterable<readonly [bound: number, count: number]> {
    let total = 0
    for (const [index, bound] of this.#bounds.entries()) {
      total += this.#counts[index] ?? 0
      yield [bound, total]
    }
  }
}

/** Shows how values are spread, such as durations in seconds. */
export class Histogram<Label extends string = never> implements Metric {
  readonly type = 'histogram'
  readonly #series: Series<Label, HistogramChild>

  constructor({ buckets, ...options }: HistogramOptions<Label>) {
    const sorted = buckets.every((bound, index) => index === 0 || bound > (buckets[index - 1] ?? bound))
    if (!sorted || buckets.length === 0 || !buckets.every(Number.isFinite)) {
      throw new OptionError(`cannot make metric ${options.name}: its buckets do not grow`)
    }
    this.#series = new Series(options, () => new HistogramChild(buckets))
  }

  get name(): string {
    return this.#series.name
  }

  get help(): string {
    return this.#series.help
  }

  get labels(): readonly Label[] {
    return this.#series.labels
  }

  with(values: LabelValues<Label>): HistogramChild {
    return this.#series.child(values)
  }

  *samples(): Iterable<Sample> {
    const { name } = this
    for (const { labels, child } of this.#series.each()) {
      const bucket = (bound: string, value: number): Sample => ({
        name: `${name}_bucket`,
        labels: [...labels, ['le', bound]],
        value,
      })
      for (const [bound, count] of child.cumulative()) yield bucket(String(bound), count)
      yield bucket('+Inf', child.count)
      yield { name: `${name}_sum`, labels, value: child.sum }
      yield { name: `${name}_count`, labels, value: child.count }
    }
  }
}
